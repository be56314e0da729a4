import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptedLanguage, readPageVariants } from './page-variants.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['ar', 'ar'],
  ['fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
  ['de-DE,de;q=0.9,ar;q=0.5,en;q=0.7', 'en'],
  ['fr;q=0, ar;q=0.1', 'ar'],
  ['*', 'en'],
  ['en;q=nonsense, fr', 'fr'],
  [`${'x,'.repeat(100_000)}fr`, 'en'],
])('%s gets the language %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})

describe('a build with variants', () => {
  let webDir: string
  beforeAll(() => {
    webDir = mkdtempSync(join(tmpdir(), 'wld-pages-'))
    mkdirSync(join(webDir, 'pages'))
    writeFileSync(
      join(webDir, 'pages', 'pages.json'),
      JSON.stringify([
        { path: '/', name: 'home' },
        { path: '/events', name: 'events' },
        { path: '/events/:id', name: 'events-id' },
        { path: '*', name: 'other' },
      ]),
    )
  })
  afterAll(() => rmSync(webDir, { recursive: true }))

  test.each([
    ['/', 'home'],
    ['/events', 'events'],
    ['/events/', 'events'],
    ['/events/general-assembly', 'events-id'],
    ['/events/a/b', 'other'],
    ['/admin/dashboard/users', 'other'],
  ])('%s starts with %s', (path, name) => {
    expect(readPageVariants(webDir)(path, 'ar')).toBe(`pages/ar/${name}.html`)
  })

  test.each(['/tell', '/tell/'])('%s starts with the program of witnesses', (path) => {
    expect(readPageVariants(webDir)(path, 'ar')).toBe('pages/ar/other.html') // an older build
    writeFileSync(join(webDir, 'tell.html'), '')
    expect(readPageVariants(webDir)(path, 'ar')).toBe('tell.html')
    expect(readPageVariants(webDir)('/tell-others', 'ar')).toBe('pages/ar/other.html')
    rmSync(join(webDir, 'tell.html'))
  })

  test('without variants one page serves every address', () => {
    expect(readPageVariants(join(webDir, 'nowhere'))('/events', 'ar')).toBe('index.html')
  })
})
