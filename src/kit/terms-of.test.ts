import { describe, expect, it } from 'vitest'
import { termsOf } from './terms-of.ts'

describe('the terms of a text', () => {
  it.each([
    ['getUserName', 'get_user_name'],
    ['parseHTTPRequest', 'parse_http_request'],
    ['queries', 'query'],
    ['running', 'runs'],
    ['boxes', 'box'],
  ])('are the same for %s and %s', (one, other) => {
    expect(termsOf(one)).toEqual(termsOf(other))
  })

  it('are the parts of a name, and the name as a whole', () => {
    expect(termsOf('getUserName')).toEqual(['get', 'user', 'name', '=getusername'])
    expect(termsOf('HTTPServer2')).toContain('=httpserver2')
  })

  it('leave out what every text has', () => {
    expect(termsOf('it is the of and a 1 22')).toEqual([])
    expect(termsOf('error 404')).toEqual(['error', '404'])
  })
})
