import assert from 'node:assert/strict'
import test from 'node:test'
import { total } from '../basket.js'

test('an empty basket costs nothing', () => {
  assert.equal(total([]), 0)
})

test('every piece counts, not every line', () => {
  assert.equal(total([{ price: 250, quantity: 3 }]), 750)
})

test('the discount starts at 100 euros sharp', () => {
  assert.equal(total([{ price: 10000, quantity: 1 }]), 9000)
})
