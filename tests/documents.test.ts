/** Documents name files, and comments name documents. Both must exist. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import tour from '#locales/en/tour.json' with { type: 'json' }
import { TOUR } from '../src/renderer/features/tour/tour-steps.ts'

const root = join(import.meta.dirname, '..')
const filesOf = (patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).sort()
const documents = filesOf(['*.md', 'docs/**/*.md', '.github/**/*.md'])
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const exists = (path: string): boolean => existsSync(join(root, path))

/** A path with a placeholder names no single file; a pattern names at least one. */
const isThere = (path: string): boolean =>
  /[<>…]/.test(path) || (path.includes('*') ? filesOf([path]).length > 0 : exists(path))

test.each(documents)('%s links to files that exist', (file) => {
  const links = [...read(file).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
  expect(links.filter((target) => !exists(join(dirname(file), target)))).toEqual([])
})

test.each(documents)('%s names paths that exist', (file) => {
  const paths = [
    ...read(file).matchAll(/`((?:src|tests|scripts|docs|locales|resources)\/[^`\s:]*)`/g),
  ].map(([, path = '']) => path)
  expect(paths.filter((path) => !isThere(path))).toEqual([])
})

test('comments cite existing sections of the specification and existing decisions', () => {
  const sections = new Map(
    filesOf(['docs/spec/*.md']).map((file) => [
      file,
      new Set([...read(file).matchAll(/^## (\d+)\./gm)].map(([, number]) => number)),
    ]),
  )
  const decisions = new Set(filesOf(['docs/adr/*.md']).map((file) => file.slice(9, 13)))
  const code = filesOf(['src/**/*.{ts,tsx,css}', 'tests/**/*.ts', 'scripts/**/*.mjs', '*.ts'])
  const missing = code.flatMap((file) => {
    const text = read(file)
    const cited = [...text.matchAll(/(docs\/spec\/[a-z-]+\.md)(?:, (\d+))?(?: and (\d+))?/g)]
    const wrong = cited.filter(
      ([, document = '', ...numbers]) =>
        !sections.has(document) ||
        numbers.some((number) => number !== undefined && !sections.get(document)?.has(number)),
    )
    const unknown = [...text.matchAll(/\bADR (\d{4})\b/g)].filter(
      ([, number = '']) => !decisions.has(number),
    )
    return [...wrong, ...unknown].map(([citation]) => `${file}: ${citation}`)
  })
  expect(missing).toEqual([])
})

test('messages cite existing sections of the pages', () => {
  const code = filesOf(['src/**/*.{ts,tsx}', 'scripts/**/*.mjs', 'deploy/*', 'docs/**/*.md'])
  const cited = code.flatMap((file) =>
    [...read(file).matchAll(/\b(docs\/[a-z-]+\.md), "([^"\n]+)"/g)].map(
      ([, page = '', section = '']) => ({ file, page, section }),
    ),
  )
  expect(cited.length).toBeGreaterThan(5)
  expect(
    cited.filter(
      ({ page, section }) =>
        !read(page)
          .split('\n')
          .some((line) => line.replace(/^#+ /, '') === section && line.startsWith('#')),
    ),
  ).toEqual([])
})

test('the index of decisions has each page once, in order, with its title', () => {
  const rows = [
    ...read('docs/adr/README.md').matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| (.+) \| [^|]+ \|$/gm),
  ].map(([, number, file, title]) => ({ number, file, title }))
  expect(rows).toEqual(
    filesOf(['docs/adr/0*.md']).map((path) => {
      const [, number, title] = /^# (\d{4})\. (.+)$/m.exec(read(path)) ?? []
      const file = path.slice('docs/adr/'.length)
      expect(number).toBe(file.slice(0, 4))
      return { number, file, title }
    }),
  )
})

test('the tour on paper has each step of the page, with its words and its address', () => {
  const paper = read('docs/tour.md')
  const rows = paper.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())
  for (const { kind, steps } of TOUR) {
    expect(paper).toContain(`## ${tour.kinds[kind].title}`)
    for (const [step, path] of steps) {
      const { title, text } = tour.steps[step]
      expect(rows).toContain(`| ${title} | ${text} | \`${path}\` |`)
    }
  }
})
