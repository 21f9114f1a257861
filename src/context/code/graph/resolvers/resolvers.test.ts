import { describe, expect, it } from 'vitest'
import { codeOf, type Files } from '../../../../../test/contracts/code.ts'
import { openProject } from '../open-project.ts'
import { resolvers } from './all.ts'

/** What each import of a file leads to, and its neighbours. */
async function ask(files: Files, from: string): Promise<{ imports: string[]; neighbours: string[] }> {
  const parsed = await codeOf(files)
  const project = openProject(parsed, (path) => files[path] ?? null)
  const file = parsed.find(({ path }) => path === from)
  const resolver = resolvers[file?.grammar ?? '']?.(project)
  if (file === undefined || resolver === undefined) throw new Error(`nothing to ask about ${from}`)
  return {
    imports: file.tags.imports.map((imported) =>
      [imported.specifier, '->', ...resolver.resolve(from, imported)].join(' '),
    ),
    neighbours: [...(resolver.neighbours?.(file) ?? [])].sort(),
  }
}

/** Empty files, for what only has to be there. */
function empty(...paths: string[]): Files {
  return Object.fromEntries(paths.map((path) => [path, '']))
}

function json(value: unknown): string {
  return JSON.stringify(value)
}

describe('TypeScript and JavaScript', () => {
  it('find what lies beside by what it is written as or built to', async () => {
    const files = {
      'src/a.ts':
        "import './b.js'\nimport './c'\nimport './d'\nimport '../e.mjs'\nimport './f.css'\nimport '../../out'\n",
      ...empty('src/b.ts', 'src/c.tsx', 'src/d/index.ts', 'e.mts'),
    }
    expect((await ask(files, 'src/a.ts')).imports).toEqual([
      './b.js -> src/b.ts',
      './c -> src/c.tsx',
      './d -> src/d/index.ts',
      '../e.mjs -> e.mts',
      './f.css ->',
      '../../out ->',
    ])
  })

  it('find the folder itself, also where that is the whole, and begin where a package says', async () => {
    const files = {
      'test/a.js': "require('..')\nrequire('../')\nrequire('.')\nrequire('../packages/main')\n",
      'packages/main/package.json': json({ name: 'main', main: './lib/shop.js' }),
      ...empty('index.js', 'test/index.js', 'packages/main/index.js', 'packages/main/lib/shop.js'),
    }
    expect((await ask(files, 'test/a.js')).imports).toEqual([
      '.. -> index.js',
      '../ -> index.js',
      '. -> test/index.js',
      '../packages/main -> packages/main/lib/shop.js',
    ])
    const whole = { 'test/a.js': "require('..')\n", 'package.json': json({ main: 'lib' }) }
    expect((await ask({ ...whole, ...empty('lib/index.js') }, 'test/a.js')).imports).toEqual([
      '.. -> lib/index.js',
    ])
  })

  it('follow the paths of the tsconfig that they stand under, the one that says most first', async () => {
    const files = {
      'tsconfig.base.json':
        '{ "compilerOptions": { "baseUrl": ".", "paths": { "*": ["any/*"], "@lib/*": ["libs/*/src", "libs/*"], "@one": ["libs/one.ts"], } } } // all',
      'app/tsconfig.json': json({ extends: '../tsconfig.base' }),
      'app/a.ts':
        "import '@lib/x'\nimport '@lib/y'\nimport '@one'\nimport 'libs/one'\nimport 'z'\nimport 'react'\n",
      'web/tsconfig.json': json({ files: [], references: [{ path: './tsconfig.app.json' }] }),
      'web/tsconfig.app.json': json({ compilerOptions: { paths: { '~/*': ['./src/*'] } } }),
      'web/src/a.ts': "import '~/b'\nimport '@lib/x'\n",
      'old/jsconfig.json': json({ compilerOptions: { baseUrl: 'src' } }),
      'old/src/a.js': "import 'deep/b'\n",
      ...empty(
        'libs/x/src/index.ts',
        'libs/y.ts',
        'libs/one.ts',
        'any/z.ts',
        'web/src/b.tsx',
        'old/src/deep/b.js',
      ),
    }
    expect((await ask(files, 'app/a.ts')).imports).toEqual([
      '@lib/x -> libs/x/src/index.ts',
      '@lib/y -> libs/y.ts',
      '@one -> libs/one.ts',
      'libs/one -> libs/one.ts',
      'z -> any/z.ts',
      'react ->',
    ])
    expect((await ask(files, 'web/src/a.ts')).imports).toEqual(['~/b -> web/src/b.tsx', '@lib/x ->'])
    expect((await ask(files, 'old/src/a.js')).imports).toEqual(['deep/b -> old/src/deep/b.js'])
  })

  it('take paths from the base that a config inherits, and a config from a package of the repository', async () => {
    const files = {
      'base.json': json({ compilerOptions: { baseUrl: 'code' } }),
      'app/tsconfig.json': json({
        extends: '../base.json',
        compilerOptions: { paths: { 'x/*': ['deep/*'] } },
      }),
      'app/a.ts': "import 'x/b'\n",
      'packages/config/package.json': json({ name: '@acme/config' }),
      'packages/config/strict.json': json({ compilerOptions: { paths: { '#/*': ['../../code/*'] } } }),
      'web/tsconfig.json': json({ extends: ['@acme/config/strict.json'] }),
      'web/a.ts': "import '#/deep/b'\n",
      ...empty('code/deep/b.ts'),
    }
    expect((await ask(files, 'app/a.ts')).imports).toEqual(['x/b -> code/deep/b.ts'])
    expect((await ask(files, 'web/a.ts')).imports).toEqual(['#/deep/b -> code/deep/b.ts'])
  })

  it('go by what packages export, import and begin with, wherever their workspace is', async () => {
    const files = {
      'package.json': json({ name: 'root', workspaces: ['packages/*'] }),
      'packages/ui/package.json': json({
        name: '@acme/ui',
        exports: {
          '.': { types: './dist/index.d.ts', import: { node: './dist/index.js' } },
          './*': './dist/*.js',
          './icons/*': { default: './src/icons/*.tsx' },
          './internal/*': null,
        },
        imports: {
          '#in/*': './src/in/*.ts',
          '#exact': { keel: './src/exact.ts', default: './dist/exact.js' },
        },
      }),
      'packages/old/package.json': json({ name: 'old', main: './lib/main.js' }),
      'packages/bare/package.json': json({ name: 'bare' }),
      'packages/ui/src/a.ts': "import '#in/x'\nimport '#exact'\nimport '#none'\n",
      'app/a.ts':
        "import '@acme/ui'\nimport '@acme/ui/button'\nimport '@acme/ui/icons/star'\nimport '@acme/ui/internal/x'\nimport 'old'\nimport 'old/lib/deep'\nimport 'bare'\nimport 'older'\nimport 'node:fs'\n",
      ...empty(
        'packages/ui/src/index.ts',
        'packages/ui/src/button.tsx',
        'packages/ui/src/icons/star.tsx',
        'packages/ui/src/in/x.ts',
        'packages/ui/src/exact.ts',
        'packages/old/src/main.ts',
        'packages/old/lib/deep.js',
        'packages/bare/index.js',
      ),
    }
    expect((await ask(files, 'app/a.ts')).imports).toEqual([
      '@acme/ui -> packages/ui/src/index.ts',
      '@acme/ui/button -> packages/ui/src/button.tsx',
      '@acme/ui/icons/star -> packages/ui/src/icons/star.tsx',
      '@acme/ui/internal/x ->',
      'old -> packages/old/src/main.ts',
      'old/lib/deep -> packages/old/lib/deep.js',
      'bare -> packages/bare/index.js',
      'older ->',
      'node:fs ->',
    ])
    expect((await ask(files, 'packages/ui/src/a.ts')).imports).toEqual([
      '#in/x -> packages/ui/src/in/x.ts',
      '#exact -> packages/ui/src/exact.ts',
      '#none ->',
    ])
  })
})

describe('Python', () => {
  it('finds packages from a root, with or without src', async () => {
    const files = {
      'src/shop/a.py':
        'import shop.b\nfrom shop.deep import x, y\nfrom shop import deep\nimport json\nfrom tools import run\nimport other.c\n',
      'services/other/a.py': 'import other.c\nfrom shop.b import *\n',
      'services/setup.py': '',
      ...empty('src/shop/__init__.py', 'src/shop/b.py', 'src/shop/json.py', 'src/shop/deep/__init__.py'),
      ...empty('src/shop/deep/x.py', 'scripts/json.py', 'scripts/tools.py', 'services/other/c.py'),
    }
    expect((await ask(files, 'src/shop/a.py')).imports).toEqual([
      'shop.b -> src/shop/b.py',
      'shop.deep -> src/shop/deep/__init__.py src/shop/deep/x.py',
      'shop -> src/shop/deep/__init__.py',
      'json ->',
      'tools ->',
      'other.c -> services/other/c.py',
    ])
    expect((await ask(files, 'services/other/a.py')).imports).toEqual([
      'other.c -> services/other/c.py',
      'shop.b -> src/shop/b.py',
    ])
  })

  it('climbs by dots, and takes a package before a module of its name', async () => {
    const files = {
      'pkg/sub/a.py':
        'from . import b\nfrom .. import c\nfrom ..d.e import f\nfrom .b import g\nfrom ... import out\n',
      ...empty('pkg/__init__.py', 'pkg/sub/__init__.py', 'pkg/sub/b.py', 'pkg/c.py', 'pkg/c/__init__.py'),
      ...empty('pkg/d/e.py', 'pkg/sub.py'),
    }
    expect((await ask(files, 'pkg/sub/a.py')).imports).toEqual([
      '. -> pkg/sub/b.py',
      '.. -> pkg/c/__init__.py',
      '..d.e -> pkg/d/e.py',
      '.b -> pkg/sub/b.py',
      '... ->',
    ])
  })

  it('finds namespace packages, and scripts that lie together', async () => {
    const files = {
      'scripts/a.py': 'import tools\nimport space.one\nfrom space import two\nfrom space import nothing\n',
      ...empty('scripts/tools.py', 'space/one.py', 'space/two.py'),
    }
    expect((await ask(files, 'scripts/a.py')).imports).toEqual([
      'tools -> scripts/tools.py',
      'space.one -> space/one.py',
      'space -> space/two.py',
      'space ->',
    ])
  })
})

describe('Go', () => {
  it('finds packages by module, also replaced, nested and of a workspace', async () => {
    const files = {
      'go.work': 'use (\n\t.\n\t./tools\n)\n',
      'go.mod':
        'module example.com/shop // the shop\n\nreplace (\n\texample.com/kit v1.2.3 => ./staging/kit\n)\nreplace example.com/far => ../far\n',
      'nested/go.mod': 'module example.com/shop/nested\n',
      'tools/go.mod': 'module example.com/tools\n',
      'a.go':
        'package shop\n\nimport (\n\t"fmt"\n\t"example.com/shop/store"\n\t"example.com/kit/log"\n\t"example.com/shop/nested/x"\n\t"example.com/tools"\n\t"example.com/shopping"\n\t"example.com/far"\n)\n',
      'a_test.go': 'package shop_test\n',
      ...empty('b.go', 'store/one.go', 'store/two.go', 'store/one_test.go', 'staging/kit/log/log.go'),
      ...empty('nested/x/x.go', 'tools/main.go'),
    }
    const { imports, neighbours } = await ask(files, 'a.go')
    expect(imports).toEqual([
      'fmt ->',
      'example.com/shop/store -> store/one.go store/two.go',
      'example.com/kit/log -> staging/kit/log/log.go',
      'example.com/shop/nested/x -> nested/x/x.go',
      'example.com/tools -> tools/main.go',
      'example.com/shopping ->',
      'example.com/far ->',
    ])
    expect(neighbours).toEqual(['b.go'])
  })
})

describe('Rust', () => {
  const files = {
    'Cargo.toml':
      '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\nshop-kit = { path = "crates/kit" }\nlog = "0.4"\n',
    'crates/app/Cargo.toml':
      '[package]\nname = "shop-app"\n[dependencies]\nshop-kit.workspace = true\nlog.workspace = true\n[target.\'cfg(unix)\'.dependencies]\nrenamed = { path = "../other", package = "other" }\n',
    'crates/kit/Cargo.toml': '[package]\nname = "shop-kit"\n[lib]\npath = "kit.rs"\n',
    'crates/kit/kit.rs': 'pub mod deep;\n',
    'crates/other/Cargo.toml': '[package]\nname = "other"\n',
    'crates/log/Cargo.toml': '[package]\nname = "log"\n',
    'crates/app/src/lib.rs':
      'mod store;\npub mod shelf;\n#[path = "odd/place.rs"]\n#[cfg(unix)]\nmod odd;\nmod gone;\nuse store::Basket;\n',
    'crates/app/src/shelf/mod.rs': 'pub mod item;\nuse self::item::Item;\n',
    'crates/app/src/place.rs': '#[path = "place_tests.rs"]\nmod tests;\n',
    'crates/app/src/shelf/item.rs':
      'use super::Shelf;\nuse super::super::store;\nuse crate::{store::Basket, shelf::{self, item}, odd::X};\nuse shop_kit::deep::Y;\nuse shop_kit::Z;\nuse renamed::W;\nuse log::info;\nuse std::fmt;\nmod tests {\n  use super::*;\n  use super::super::Shelf;\n  mod inner { use super::super::Item; }\n}\n',
    'crates/app/src/main.rs': 'use shop_app::store::Basket;\n',
    'crates/app/tests/all.rs': 'mod suite;\nuse shop_app::shelf;\n',
    'crates/app/tests/suite/mod.rs': 'mod one;\n',
    'crates/app/tests/suite/one.rs': 'use crate::suite;\n',
    ...empty('crates/app/src/store.rs', 'crates/app/src/odd/place.rs', 'crates/kit/deep.rs'),
    ...empty('crates/other/src/lib.rs', 'crates/log/src/lib.rs', 'crates/app/src/tests.rs'),
    ...empty('crates/app/src/place_tests.rs'),
  }

  it('finds modules by their files, and by the path that is said', async () => {
    expect((await ask(files, 'crates/app/src/lib.rs')).imports).toEqual([
      'mod store -> crates/app/src/store.rs',
      'mod shelf -> crates/app/src/shelf/mod.rs',
      'mod odd -> crates/app/src/odd/place.rs',
      'mod gone ->',
      'store -> crates/app/src/store.rs',
    ])
    expect((await ask(files, 'crates/app/src/shelf/mod.rs')).imports).toEqual([
      'mod item -> crates/app/src/shelf/item.rs',
      'self::item -> crates/app/src/shelf/item.rs',
    ])
    expect((await ask(files, 'crates/app/src/place.rs')).imports).toEqual([
      'mod tests -> crates/app/src/place_tests.rs',
    ])
  })

  it('finds paths from around, from the crate, and from crates that the manifest has by folder', async () => {
    expect((await ask(files, 'crates/app/src/shelf/item.rs')).imports).toEqual([
      'super -> crates/app/src/shelf/mod.rs',
      'super::super -> crates/app/src/store.rs',
      'crate::shelf -> crates/app/src/shelf/mod.rs',
      'crate::store -> crates/app/src/store.rs',
      'crate::shelf -> crates/app/src/shelf/item.rs',
      'crate::odd -> crates/app/src/odd/place.rs',
      'shop_kit::deep -> crates/kit/deep.rs',
      'shop_kit -> crates/kit/kit.rs',
      'renamed -> crates/other/src/lib.rs',
      'log ->',
      'std ->',
      'super -> crates/app/src/shelf/item.rs',
      'super::super -> crates/app/src/shelf/mod.rs',
      'super::super -> crates/app/src/shelf/item.rs',
    ])
  })

  it('knows a crate by its own name in its programs and tests, which are crates themselves', async () => {
    expect((await ask(files, 'crates/app/src/main.rs')).imports).toEqual([
      'shop_app::store -> crates/app/src/store.rs',
    ])
    expect((await ask(files, 'crates/app/tests/all.rs')).imports).toEqual([
      'mod suite -> crates/app/tests/suite/mod.rs',
      'shop_app -> crates/app/src/shelf/mod.rs',
    ])
    expect((await ask(files, 'crates/app/tests/suite/one.rs')).imports).toEqual([
      'crate -> crates/app/tests/suite/mod.rs',
    ])
  })
})

describe('Java, Kotlin and Scala', () => {
  const files = {
    'app/src/main/java/com/shop/Basket.java':
      'package com.shop;\n\nimport com.shop.store.Shelf;\nimport com.shop.store.*;\nimport static com.shop.store.Shelf.load;\nimport com.shop.store.Shelf.Row;\nimport com.shop.kit.total;\nimport java.util.List;\npublic class Basket {}\n',
    'app/src/main/java/com/shop/Item.java': 'package com.shop;\nclass Item {}\n',
    'app/src/main/java/com/shop/store/Shelf.java': 'package com.shop.store;\npublic class Shelf {}\n',
    'app/src/main/java/com/shop/store/Other.java': 'package com.shop.store;\nclass Other {}\n',
    'app/src/test/java/com/shop/BasketTest.java': 'package com.shop;\nclass BasketTest {}\n',
    'app/src/main/kotlin/totals.kt': 'package com.shop.kit\n\nimport com.shop.Basket as B\nfun total() = 1\n',
    'lib/Shelf.scala':
      'package com.shop\n\nimport store.{Shelf => S, Other}\nimport _root_.com.shop.kit._\nimport scala.util.Try\nimport com.shop.tax.rate\n',
    'lib/package.scala': 'package com.shop\n\npackage object tax {\n  val rate = 1\n}\n',
  }

  it('find a package wherever its files lie, and the class that something is taken from', async () => {
    const shelf = 'app/src/main/java/com/shop/store/Shelf.java'
    expect((await ask(files, 'app/src/main/java/com/shop/Basket.java')).imports).toEqual([
      `com.shop.store -> ${shelf}`,
      `com.shop.store -> app/src/main/java/com/shop/store/Other.java ${shelf}`,
      `com.shop.store.Shelf -> ${shelf}`,
      `com.shop.store.Shelf -> ${shelf}`,
      'com.shop.kit -> app/src/main/kotlin/totals.kt',
      'java.util ->',
    ])
    expect((await ask(files, 'app/src/main/kotlin/totals.kt')).imports).toEqual([
      'com.shop -> app/src/main/java/com/shop/Basket.java',
    ])
    expect((await ask(files, 'lib/Shelf.scala')).imports).toEqual([
      `store -> ${shelf} app/src/main/java/com/shop/store/Other.java`,
      '_root_.com.shop.kit -> app/src/main/kotlin/totals.kt',
      'scala.util ->',
      'com.shop.tax -> lib/package.scala',
    ])
  })

  it('find what extends a type by its own name, but not what does so inside of another', async () => {
    const extensions = {
      'use.kt': 'package c\n\nimport a.b.wait\nimport a.b.inner\nimport a.d.twice\n',
      'lock.kt':
        'package a.b\n\ninterface Lock\n\nfun Lock.wait(): Int = 1\n\nclass Door {\n  fun Lock.inner() = 2\n}\n',
      'size.scala':
        'package a.d\n\ncase class Size(cents: Int)\n\nextension (size: Size)\n  def twice: Int = size.cents * 2\n',
    }
    expect((await ask(extensions, 'use.kt')).imports).toEqual([
      'a.b -> lock.kt',
      'a.b ->',
      'a.d -> size.scala',
    ])
  })

  it('have the files of a package as neighbours, and tests only for tests', async () => {
    const [basket, item] = ['Basket', 'Item'].map((name) => `app/src/main/java/com/shop/${name}.java`)
    expect((await ask(files, basket ?? '')).neighbours).toEqual([
      item,
      'lib/Shelf.scala',
      'lib/package.scala',
    ])
    expect((await ask(files, 'app/src/test/java/com/shop/BasketTest.java')).neighbours).toEqual([
      basket,
      item,
      'lib/Shelf.scala',
      'lib/package.scala',
    ])
  })
})

describe('C and C++', () => {
  it('find headers beside the file, then by the end of their path, the nearest first', async () => {
    const files = {
      'one/src/a.c':
        '#include "b.h"\n#include "../c.h"\n#include "util/d.h"\n#include <shop/e.h>\n#include <f.h>\n#include <string.h>\n#include "gone.h"\n#include "x/gone.h"\n',
      ...empty('one/src/b.h', 'one/c.h', 'one/include/util/d.h', 'two/include/util/d.h', 'b.h'),
      ...empty('two/include/shop/e.h', 'one/include/f.h', 'compat/string.h'),
    }
    expect((await ask(files, 'one/src/a.c')).imports).toEqual([
      'b.h -> one/src/b.h',
      '../c.h -> one/c.h',
      'util/d.h -> one/include/util/d.h',
      '<shop/e.h> -> two/include/shop/e.h',
      '<f.h> -> one/include/f.h',
      '<string.h> ->',
      'gone.h ->',
      'x/gone.h ->',
    ])
  })
})

describe('C#', () => {
  it('finds namespaces and types, and sees what is around', async () => {
    const files = {
      'a.cs':
        'using Shop.Store;\nusing static Shop.Store.Shelf;\nusing S = Shop.Store.Shelf;\nusing System.Linq;\nnamespace Shop.Web.Pages;\nclass A {}\n',
      'b.cs': 'namespace Shop.Web.Pages { class B {} }\n',
      'c.cs': 'namespace Shop { namespace Web { class C {} } }\n',
      'd.cs': 'namespace Shop;\nclass D {}\n',
      'store/Shelf.cs': 'namespace Shop.Store;\nclass Shelf {}\n',
      'store/Other.cs': 'namespace Shop.Store;\nclass Other {}\n',
    }
    const { imports, neighbours } = await ask(files, 'a.cs')
    expect(imports).toEqual([
      'Shop.Store -> store/Other.cs store/Shelf.cs',
      'Shop.Store.Shelf -> store/Shelf.cs',
      'Shop.Store -> store/Shelf.cs',
      'System.Linq ->',
    ])
    expect(neighbours).toEqual(['b.cs', 'c.cs', 'd.cs'])
  })
})

describe('Ruby', () => {
  it('loads from the load path and from beside, and constants by their names', async () => {
    const files = {
      'app/models/order.rb':
        "require 'shop/tax'\nrequire_relative '../services/ship'\nrequire 'json'\nclass Order < ApplicationRecord\n  Error = Class.new(Other::Base)\n  def pay\n    HTTPGateway.new.pay(Money::Rate)\n    Unknown.call\n  end\nend\n",
      'app/models/application_record.rb': 'class ApplicationRecord\nend\n',
      'lib/http_gateway.rb': 'class HTTPGateway\nend\n',
      'app/models/money/rate.rb': 'class Money::Rate\nend\n',
      'app/models/trends/base.rb': 'class Trends::Base\nend\n',
      'lib/unknown.rb': '# nothing of that name\n',
      ...empty('lib/shop/tax.rb', 'app/services/ship.rb', 'lib/shop/json.rb'),
    }
    const { imports, neighbours } = await ask(files, 'app/models/order.rb')
    expect(imports).toEqual([
      'shop/tax -> lib/shop/tax.rb',
      '../services/ship -> app/services/ship.rb',
      'json ->',
      'Other::Base ->',
      'Money::Rate -> app/models/money/rate.rb',
    ])
    expect(neighbours).toEqual(['app/models/application_record.rb', 'lib/http_gateway.rb'])
  })

  it('looks for a constant in what is around its use, and at the top', async () => {
    const files = {
      'lib/shop/type/date.rb':
        'module Shop\n  module Type\n    class Date < Value\n      def now = Time.now || ::Time.now || Item.new || ::Shop::Item.new || Type::Time.new || Shop::Closed.new\n    end\n  end\nend\n',
      'lib/shop/type/value.rb': 'class Shop::Type::Value\nend\n',
      'lib/shop/type/time.rb': 'module Shop\n  module Type\n    class Time\n    end\n  end\nend\n',
      'lib/shop/item.rb': 'module Shop\n  class Item\n  end\nend\n',
      'lib/shop/errors.rb': 'module Shop\n  class Closed < StandardError\n  end\nend\n',
      'lib/store.rb': 'class Store\n  def open = Time.now || Item.new || Shop::Time.new || Value.new\nend\n',
    }
    const within = await ask(files, 'lib/shop/type/date.rb')
    expect(within.imports).toEqual([
      '::Time ->',
      '::Shop::Item -> lib/shop/item.rb',
      '::Shop ->',
      'Type::Time -> lib/shop/type/time.rb',
      'Shop::Closed -> lib/shop/errors.rb',
    ])
    expect(within.neighbours).toEqual(['lib/shop/item.rb', 'lib/shop/type/time.rb', 'lib/shop/type/value.rb'])
    const outside = await ask(files, 'lib/store.rb')
    expect(outside.imports).toEqual(['Shop::Time ->'])
    expect(outside.neighbours).toEqual([])
  })
})

describe('PHP', () => {
  it('finds classes as Composer does, and files that are included', async () => {
    const files = {
      'composer.json': json({
        autoload: {
          'psr-4': { 'Shop\\': 'src/', 'Shop\\Deep\\': ['deep', 'deeper/'] },
          'psr-0': { 'Old\\': 'legacy' },
          classmap: ['maps/'],
        },
        'autoload-dev': { 'psr-4': { 'Tests\\': 'tests/' } },
      }),
      'packages/kit/composer.json': json({ autoload: { 'psr-4': { 'Kit\\': '' } } }),
      'src/A.php':
        "<?php\nnamespace Shop;\nuse Shop\\B;\nuse Shop\\Deep\\C;\nuse Old\\D;\nuse Kit\\{E, F\\G};\nuse Mapped\\H;\nuse function Shop\\total;\nuse Tests\\I;\nuse Monolog\\Logger;\nrequire __DIR__ . '/../boot.php';\nrequire 'views/page.php';\nrequire 'none.php';\n",
      'src/functions.php':
        "<?php\nnamespace Shop;\nif (! function_exists('Shop\\total')) {\n  function total() {}\n}\n",
      'maps/all.php': '<?php\nnamespace Mapped {\n  class H {}\n}\n',
      ...empty('src/B.php', 'deeper/C.php', 'legacy/Old/D.php', 'packages/kit/E.php', 'packages/kit/F/G.php'),
      ...empty('tests/I.php', 'boot.php', 'views/page.php'),
    }
    const { imports, neighbours } = await ask(files, 'src/A.php')
    expect(imports).toEqual([
      'Shop\\B -> src/B.php',
      'Shop\\Deep\\C -> deeper/C.php',
      'Old\\D -> legacy/Old/D.php',
      'Kit\\E -> packages/kit/E.php',
      'Kit\\F\\G -> packages/kit/F/G.php',
      'Mapped\\H -> maps/all.php',
      'Shop\\total -> src/functions.php',
      'Tests\\I -> tests/I.php',
      'Monolog\\Logger ->',
      './../boot.php -> boot.php',
      'views/page.php -> views/page.php',
      'none.php ->',
    ])
    expect(neighbours).toEqual(['src/functions.php'])
  })
})

describe('Swift', () => {
  it('takes all of a target, by the package or by the folder at the top', async () => {
    const files = {
      'Package.swift':
        'let package = Package(name: "Shop", targets: [\n  .target(name: "Shop", dependencies: [.target(name: "Store"), "Kit"], path: "Code/Shop"),\n  .target(name: "Store"),\n  .testTarget(name: "ShopTests", dependencies: ["Shop"]),\n])\n',
      'Code/Shop/A.swift': 'import Store\nimport Foundation\nimport struct Store.Shelf\n',
      ...empty('Code/Shop/Deep/B.swift', 'Sources/Store/C.swift', 'Tests/ShopTests/D.swift'),
      'Kit/E.swift': 'import Shop\n',
      ...empty('Kit/F.swift'),
    }
    const { imports, neighbours } = await ask(files, 'Code/Shop/A.swift')
    expect(imports).toEqual([
      'Store -> Sources/Store/C.swift',
      'Foundation ->',
      'Store -> Sources/Store/C.swift',
    ])
    expect(neighbours).toEqual(['Code/Shop/Deep/B.swift'])
    expect(await ask(files, 'Kit/E.swift')).toEqual({
      imports: ['Shop -> Code/Shop/A.swift Code/Shop/Deep/B.swift'],
      neighbours: ['Kit/F.swift'],
    })
  })
})

describe('Lua, Elixir, Bash and Markdown', () => {
  it('find modules of Lua under any folder', async () => {
    const files = {
      'lua/shop/a.lua': "require('shop.b')\nrequire 'shop.c'\nrequire('socket')\n",
      ...empty('lua/shop/b.lua', 'lua/shop/c/init.lua', 'other/shop/b.lua'),
    }
    expect((await ask(files, 'lua/shop/a.lua')).imports).toEqual([
      'shop.b -> lua/shop/b.lua',
      'shop.c -> lua/shop/c/init.lua',
      'socket ->',
    ])
  })

  it('find modules of Elixir by name, also those inside of others', async () => {
    const files = {
      'lib/a.ex':
        'defmodule Shop.A do\n  alias Shop.{Store, Store.Shelf}\n  import Ecto.Query\n  use Shop.Web\nend\n',
      'lib/anything.ex': 'defmodule Shop.Store do\n  defmodule Shelf do\n  end\nend\n',
      'lib/web.ex': 'defmodule Shop.Web do\nend\n',
    }
    expect((await ask(files, 'lib/a.ex')).imports).toEqual([
      'Shop.Store -> lib/anything.ex',
      'Shop.Store.Shelf -> lib/anything.ex',
      'Ecto.Query ->',
      'Shop.Web -> lib/web.ex',
    ])
  })

  it('find what a script sources, whatever variable says from where', async () => {
    const files = {
      'bin/a.sh': `source ./b.sh\n. "$DIR/lib/c.sh"\nsource "$(dirname "$0")/b.sh"\n. "\${BASH_SOURCE%/*}/../lib/c.sh"\nsource lib/c.sh\n. "$file"\n. /etc/profile\nsource "$DIR/$name.sh"\n`,
      ...empty('bin/b.sh', 'lib/c.sh'),
    }
    expect((await ask(files, 'bin/a.sh')).imports.map((found) => found.replace(/.*->/, ''))).toEqual([
      ' bin/b.sh',
      ' lib/c.sh',
      ' bin/b.sh',
      ' lib/c.sh',
      ' lib/c.sh',
      '',
      '',
      '',
    ])
  })

  it('find what is linked from a document', async () => {
    const files = {
      'docs/a.md':
        '[b](b.md#top) [c](../src/c%20d.ts) [root](/README.md) [folder](./guide/) [out](../../x.md) [gone](gone.md) [far](src/c%20d.ts)\n',
      ...empty('docs/b.md', 'src/c d.ts', 'README.md', 'docs/guide/index.md'),
    }
    expect((await ask(files, 'docs/a.md')).imports).toEqual([
      'b.md -> docs/b.md',
      '../src/c%20d.ts -> src/c d.ts',
      '/README.md -> README.md',
      './guide/ -> docs/guide/index.md',
      '../../x.md ->',
      'gone.md ->',
      'src/c%20d.ts -> src/c d.ts',
    ])
  })
})
