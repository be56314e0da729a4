import { expect, test } from 'vitest'
import { Unavailable } from '../base/unavailable.ts'
import { problemOf, refusalOf } from './problems.ts'

test('a part that does not respond is a 503 that names the part and when to try again, and never its cause', () => {
  const refusal = refusalOf(
    new Unavailable('files', new Error('connect ECONNREFUSED 10.0.0.7:9000')),
  )
  expect(refusal).toMatchObject({ code: 'unavailable', retryAfterS: 10 })
  const problem = problemOf(refusal, 'r1')
  expect(problem).toMatchObject({ status: 503, code: 'unavailable', part: 'files' })
  expect(JSON.stringify(problem)).not.toContain('10.0.0.7')
})

test('any other exception is a 500', () =>
  expect(refusalOf(new Error('x')).code).toBe('server-error'))
