import { liesWithProduct } from '../lies-with-product.ts'

/** A program that the command names, or a folder of which it runs the tests, may be the one that is tested. */
export function isThereToTest(path: string, before: string): boolean {
  return TESTS.test(before) || (ASSERTS.test(before) && !liesWithProduct(path))
}

const TESTS = /(?<![\w$.])(?:it|test|describe)(?:\.\w+)*\s*\(|\bdef test|\bunittest\b/

/** A product makes sure of things, too. */
const ASSERTS = /\bassert\b|\bexpect\s*\(/
