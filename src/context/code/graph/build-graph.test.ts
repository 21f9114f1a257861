import { describe, expect, it } from 'vitest'
import { codeOf, type Files } from '../../../../test/contracts/code.ts'
import { buildGraph } from './build-graph.ts'

/** The edges that begin at a file, as lines: where to, by which name, with what weight. */
async function edgesFrom(files: Files, path: string): Promise<string[]> {
  const code = await codeOf(files)
  const { paths, edges } = buildGraph(code, (at) => files[at] ?? null)
  const place = paths.indexOf(path)
  const lines: string[] = []
  for (let edge = edges.starts[place] ?? 0; edge < (edges.starts[place + 1] ?? 0); edge += 1) {
    const name = edges.nameOf(edges.name[edge] ?? 0)
    lines.push(`${paths[edges.to[edge] ?? 0]} ${name} ${edges.weight[edge]?.toFixed(2)}`.replace('  ', ' '))
  }
  return lines.sort()
}

describe('a name that is only handed on', () => {
  it('leads to who defines it, and the import to the one that hands it on as well', async () => {
    const files = {
      'app.ts': "import { Shelf, Item } from './shop'\nnew Shelf()\nnew Item()\n",
      'shop/index.ts': "export { Shelf } from './shelf'\nexport * from './all'\n",
      'shop/shelf.ts': 'export class Shelf {}\n',
      'shop/all.ts': "export * from './item'\n",
      'shop/item.ts': 'export class Item {}\n',
    }
    expect(await edgesFrom(files, 'app.ts')).toEqual([
      'shop/index.ts 0.50',
      'shop/item.ts 0.50',
      'shop/item.ts Item 0.50',
      'shop/item.ts Item 1.00',
      'shop/shelf.ts 0.50',
      'shop/shelf.ts Shelf 0.50',
      'shop/shelf.ts Shelf 1.00',
    ])
  })

  it('is found through the package of a module, also when it is asked of the package', async () => {
    const files = {
      'app.py': 'from shop import Shelf\nfrom shop import store\n\nShelf()\nstore.Basket()\n',
      'shop/__init__.py': 'from shop.shelf import Shelf\n',
      'shop/shelf.py': 'class Shelf:\n    pass\n',
      'shop/store/__init__.py': 'from .basket import *\n',
      'shop/store/basket.py': 'class Basket:\n    pass\n',
    }
    expect((await edgesFrom(files, 'app.py')).filter((edge) => edge.includes('Basket'))).toEqual([
      'shop/store/basket.py Basket 0.80',
    ])
    expect((await edgesFrom(files, 'app.py')).filter((edge) => edge.includes('shelf.py Shelf'))).toEqual([
      'shop/shelf.py Shelf 0.50',
      'shop/shelf.py Shelf 1.00',
    ])
  })

  it('is found through headers that include others', async () => {
    const files = {
      'a.c': '#include "all.h"\nvoid run(void) { fill(); }\n',
      'all.h': '#include "fill.h"\n',
      'fill.h': 'void fill(void);\n',
      'other.c': 'void fill(void) {}\n',
    }
    expect(await edgesFrom(files, 'a.c')).toEqual(['all.h 0.50', 'fill.h fill 0.80'])
  })

  it('ends where files hand on to one another, and after four of them', async () => {
    const circle = {
      'app.ts': "import { X } from './a'\nnew X()\n",
      'a.ts': "export * from './b'\n",
      'b.ts': "export * from './a'\n",
      'x.ts': 'export class X {}\n',
    }
    expect(await edgesFrom(circle, 'app.ts')).toEqual(['a.ts 0.50'])
    const chain = (length: number) => ({
      'app.ts': "import { X } from './0'\n",
      ...Object.fromEntries(
        Array.from({ length }, (_, place) => [`${place}.ts`, `export * from './${place + 1}'\n`]),
      ),
      [`${length}.ts`]: 'export class X {}\n',
    })
    expect(await edgesFrom(chain(4), 'app.ts')).toContain('4.ts X 0.50')
    expect(await edgesFrom(chain(5), 'app.ts')).toEqual(['0.ts 0.50'])
  })
})

it('follows an import that somebody wrote, also to a file that is called as tests are', async () => {
  const files = {
    'src/a.ts':
      "import { h } from '../test/helper'\nimport './b.test'\nimport { x } from './testing/x'\nh(x)\n",
    'src/b.test.ts': '',
    'src/testing/x.ts': 'export const x = 1\n',
    'test/helper.ts': 'export function h() {}\n',
  }
  expect(await edgesFrom(files, 'src/a.ts')).toEqual([
    'src/b.test.ts 0.50',
    'src/testing/x.ts 0.50',
    'src/testing/x.ts x 0.50',
    'test/helper.ts 0.50',
    'test/helper.ts h 0.50',
    'test/helper.ts h 1.00',
  ])
})

it('gives nothing to each file of a crowd that is imported as a whole', async () => {
  const crowd = Array.from({ length: 40 }, (_, place) => [
    `n/C${place}.cs`,
    `namespace N;\nclass C${place} {}\n`,
  ])
  const files = { 'a.cs': 'using N;\nclass A { C7 c; }\n', ...Object.fromEntries(crowd) }
  expect(await edgesFrom(files, 'a.cs')).toEqual(['n/C7.cs C7 0.80'])
})

describe('a name that is asked of an object', () => {
  const files = {
    'a.ts': "import { Shelf } from './shelf'\nfunction f(x: Paper) { new Shelf(); x.wrap(); x.wrap2() }\n",
    'alone.ts': 'function f(x: Paper) { x.wrap() }\n',
    'unnamed.ts': "import { Shelf } from './shelf'\nfunction f(x: string) { new Shelf(); x.wrap() }\n",
    'shelf.ts': 'export class Shelf {}\n',
    'wrap.ts': 'export class Paper { wrap() {}\n wrap2() {} }\n',
  }

  it('is bound by the name alone, for less than what is sure', async () => {
    expect(await edgesFrom(files, 'a.ts')).toEqual([
      'shelf.ts 0.50',
      'shelf.ts Shelf 0.50',
      'shelf.ts Shelf 1.00',
      'wrap.ts wrap 0.30',
      'wrap.ts wrap2 0.30',
    ])
  })

  it('is bound to nobody of whom nothing is named: what a language has built in has methods, too', async () => {
    expect(await edgesFrom(files, 'unnamed.ts')).toEqual([
      'shelf.ts 0.50',
      'shelf.ts Shelf 0.50',
      'shelf.ts Shelf 1.00',
    ])
  })

  it('is bound to nobody where nothing is sure', async () => {
    expect(await edgesFrom(files, 'alone.ts')).toEqual([])
  })
})

describe('a name that stands by itself', () => {
  it('is not the member of a type', async () => {
    const files = {
      'a.cs': 'namespace N;\nclass A { Date d; Kind k; }\n',
      'b.cs': 'namespace N;\nenum Kind { Date, Time }\n',
    }
    expect(await edgesFrom(files, 'a.cs')).toEqual(['b.cs Kind 0.80'])
  })

  it('is not one that its file did not take', async () => {
    const files = {
      'a.ts': "import { shelf } from './shop'\nimport Paper from './paper'\nitem(shelf())\nnew Paper()\n",
      'paper.ts': 'export default class Paper {}\n',
      'shop.ts': 'export function shelf() {}\nexport function item() {}\n',
    }
    expect(await edgesFrom(files, 'a.ts')).toEqual([
      'paper.ts 0.50',
      'paper.ts Paper 0.80',
      'shop.ts 0.50',
      'shop.ts shelf 0.50',
      'shop.ts shelf 1.00',
    ])
  })
})

describe('a module', () => {
  it('is needed by who takes it in, and a namespace by nobody', async () => {
    const files = {
      'app/models/main.rb':
        'class Main < Shop::Base\n  include Payable\n  def pay\n    charge(Shop::LIMIT)\n  end\nend\n',
      'app/models/shop/base.rb': 'module Shop\n  class Base\n  end\nend\n',
      'app/models/concerns/payable.rb': 'module Payable\n  def charge(sum); end\nend\n',
      'app/models/shop.rb': 'module Shop\n  LIMIT = 1\nend\n',
    }
    expect(await edgesFrom(files, 'app/models/main.rb')).toEqual([
      'app/models/concerns/payable.rb Payable 1.60',
      'app/models/concerns/payable.rb charge 0.80',
      'app/models/shop.rb 0.50',
      'app/models/shop.rb LIMIT 1.00',
      'app/models/shop/base.rb 0.50',
      'app/models/shop/base.rb Base 2.00',
    ])
  })
})

describe('a constant of Ruby', () => {
  it('is never the one of the same name in a space that its use cannot see', async () => {
    const files = {
      'lib/app/base.rb': 'module App\n  class Base\n  end\nend\n',
      'lib/app/type/time.rb': 'module App\n  module Type\n    class Time\n    end\n  end\nend\n',
      ...Object.fromEntries(
        [1, 2, 3, 4, 5].map((file) => [
          `u${file}.rb`,
          `class U${file} < App::Base\n  def at = [Time.now, ::Time.now]\nend\n`,
        ]),
      ),
    }
    expect(await edgesFrom(files, 'u1.rb')).toEqual(['lib/app/base.rb 0.50', 'lib/app/base.rb Base 2.00'])
  })

  it('is the one that its whole path names, however many have its last name', async () => {
    const files = {
      ...Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'shop'].map((space) => [
          `lib/${space}/base.rb`,
          `module ${space.charAt(0).toUpperCase()}${space.slice(1)}\n  class Base\n  end\nend\n`,
        ]),
      ),
      'app/models/basket.rb': 'class Basket < Shop::Base\n  def base = Base.new\nend\n',
    }
    expect(await edgesFrom(files, 'app/models/basket.rb')).toEqual([
      'lib/shop/base.rb 0.50',
      'lib/shop/base.rb Base 2.00',
    ])
  })
})
