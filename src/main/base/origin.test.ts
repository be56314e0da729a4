import { describe, expect, test } from 'vitest'
import { isApiPath, isAppUrl } from './origin.ts'

describe('isAppUrl', () => {
  test.each(['app://wld/', 'app://wld', 'app://wld/reports/1?x=1#y'])('%s is ours', (url) =>
    expect(isAppUrl(url)).toBe(true),
  )
  test.each([
    'app://wld.evil/',
    'app://evil/',
    'app://evil@wld/',
    'app://wld:80/',
    'app://wld@evil/',
    'https://wld/',
    'file:///app://wld/',
    'blob:app://wld/1',
    'data:text/html,app://wld/',
    'javascript:app://wld/',
    'about:blank',
    '',
    'app:wld',
    'null',
  ])('%s is not ours', (url) => expect(isAppUrl(url)).toBe(false))
})

test.each([
  ['/api/x', true],
  ['/api', true],
  ['/API/x', true],
  ['/apix', false],
  ['/', false],
  ['/x/api/', false],
])('isApiPath says whether %s belongs to the API', (path, expected) =>
  expect(isApiPath(path)).toBe(expected),
)
