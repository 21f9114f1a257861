import { liesWithProduct } from '../lies-with-product.ts'
import type { Named } from './named-tests.ts'

type Program = { readonly path: string; readonly before: string; readonly named: Named | undefined }

/** A program that the command names, or that lies in a folder of which it runs the tests, may be the one that is tested. */
export function isThereToTest({ path, before, named }: Program): boolean {
  if (named === undefined) return false
  // A product makes sure of things, too.
  const isProduct = named === 'around' && liesWithProduct(path)
  return TESTS.test(before) || (!isProduct && ASSERTS.test(before))
}

const TESTS = /(?<![\w$.])(?:it|test|describe)(?:\.\w+)*\s*\(|\bdef test|\bunittest\b/
const ASSERTS = /\bassert\b|\bexpect\s*\(/
