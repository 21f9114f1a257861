import { expect, it } from 'vitest'
import { roleOf } from './role-of.ts'

it.each([
  ['examples/basic/main.go', 'documentation'],
  ['packages/cart/samples/src/index.ts', 'documentation'],
  ['docs/conf.py', 'documentation'],
  ['playground/css/vite.config.ts', 'documentation'],
  ['src/playground/run.ts', 'source'],
  ['packages/shop/src/__tests_dts__/types.ts', 'test'],
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
])('%s is %s', (path, role) => {
  expect(roleOf(path)).toBe(role)
})
