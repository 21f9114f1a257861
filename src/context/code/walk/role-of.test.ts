import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nameTells, roleOf } from './role-of.ts'

it.each([
  ['examples/basic/main.go', 'documentation'],
  ['packages/cart/samples/src/index.ts', 'documentation'],
  ['docs/conf.py', 'documentation'],
  ['documentation-website/a.kt', 'documentation'],
  ['docs-reader/a.kt', 'source'],
  ['playground/css/vite.config.ts', 'documentation'],
  ['src/playground/run.ts', 'source'],
  ['packages/shop/src/__tests_dts__/types.ts', 'test'],
  ['packages/testing/shop-module.ts', 'source'],
  ['packages/shop/testing/shop-module.ts', 'test'],
  ['testing/shop.go', 'test'],
  ['src/audio/samples/read.ts', 'source'],
  ['app/models/samples/sample.rb', 'source'],
  ['src/main/java/org/shop/examples/Finder.java', 'source'],
  ['lib/demo/run.ex', 'source'],
  ['samples.ts', 'source'],
  ['priv/static/shop.mjs', 'generated'],
  ['apps/shop_web/priv/static/assets/app.js', 'generated'],
  ['priv/static/shop.cjs.js.map', 'generated'],
  ['priv/repo/seeds.exs', 'source'],
  ['lib/static/shop.js', 'source'],
  ['deps/lua/lua.c', 'vendored'],
  ['packages/shop/external/client.interface.ts', 'source'],
  ['packages/shop/interfaces/external/options.ts', 'source'],
  ['src/third_party/zip/zip.c', 'vendored'],
  ['include/shop/fmt/bundled/core.h', 'vendored'],
  ['src/bundled.ts', 'source'],
  ['dist/shop.js', 'generated'],
  ['packages/shop/dist/shop.js', 'generated'],
  ['src/gen/gen_shop.lua', 'source'],
  ['bin/gen/shop.mjs', 'source'],
  ['runtime/pack/dist/opt/shop/shop.lua', 'source'],
  ['shop/lib/Target/Basket.cpp', 'source'],
  ['src/main/webapp/dist/shop.js', 'generated'],
  ['src/generated/shop.ts', 'generated'],
  ['src/UnitTests/BasketShould.cs', 'test'],
  ['src/Shop.IntegrationTests/Sale.cs', 'test'],
  ['src/Shop.DI.Tests/Usings.cs', 'test'],
  ['src/Shop.Test/Usings.cs', 'test'],
  ['client/pkg/testutil/wait.go', 'test'],
  ['packages/test-utils/src/index.ts', 'test'],
  ['src/testutility/a.go', 'source'],
  ['src/Contests/Contest.cs', 'source'],
  ['integration_test/support/schemas.exs', 'test'],
  ['integration-tests/run.sh', 'test'],
  ['lib/shop/generators/integration_test/generator.rb', 'source'],
])('%s is %s', (path, role) => {
  expect(roleOf(path)).toBe(role)
})

/** Pieces that the rules speak of, and some that they do not. */
const NAMES =
  'test tests spec e2e bench IT It audit Test Specs g G pb pb2 _pb2 _pb2_grpc gw min -min bundle generated designer zz_generated lock map go.sum yarn package-lock Gemfile conftest README a Ab _ - . .. d.ts js mjs css md TXT rst t py ts kt java cs json yaml sum x 1'
const FOLDERS =
  'src lib docs test t __tests__ priv/static static dist build examples fixtures gen vendor a B x'

it('is that of the folder wherever the name does not tell, whatever the name', () => {
  const name = fc
    .array(fc.constantFrom(...NAMES.split(' '), '.', '_', '.ts', '.py'), { minLength: 1, maxLength: 5 })
    .map((pieces) => pieces.join(''))
  const folder = fc
    .array(fc.constantFrom(...FOLDERS.split(' ')), { maxLength: 3 })
    .map((some) => some.join('/'))
  fc.assert(
    fc.property(folder, name, (around, own) => {
      fc.pre(!nameTells(own))
      const within = around === '' ? '' : `${around}/`
      expect(roleOf(`${within}${own}`)).toBe(roleOf(`${within}x`))
    }),
    { numRuns: 5000 },
  )
})
