import { expect, it } from 'vitest'
import { pathsIn } from './paths-in.ts'

it('the files that a sentence names may be such as begin with a dot', () => {
  const text =
    'Add `.eslintrc.json`, `.prettierrc`, `.editorconfig` and `.gitattributes`, and call `.map()` and `.5`.'
  expect(pathsIn(text)).toEqual(['.eslintrc.json', '.prettierrc', '.editorconfig', '.gitattributes'])
  expect(pathsIn('Configure ESLint in .eslintrc.json and Prettier in .prettierrc.')).toEqual([
    '.eslintrc.json',
    '.prettierrc',
  ])
})
