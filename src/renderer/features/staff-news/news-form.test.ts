import { expect, test } from 'vitest'
import type { NewsItem } from '../../platform/calls/content-queries.ts'
import { completeness, differences } from '../../ui/content-editor/written-form.ts'
import { bodyOf, emptyNews, faultsOf, formOf, REQUIRED } from './news-form.ts'

const words = { title: 'Launch', description: 'Short', fullContent: 'One.', imageAlt: '' }
const article: NewsItem = {
  id: 'launch',
  date: '2026-05-03',
  link: '',
  image: null,
  status: 'published',
  version: 2,
  borrowed: ['fr'],
  content: { en: words, ar: words, fr: words },
}

test('what was loaded is sent back as it was; a borrowed language stays blank', () =>
  expect(bodyOf(formOf(article), 'published', null)).toMatchObject({
    id: 'launch',
    date: '2026-05-03',
    content: { en: words, fr: { title: '', fullContent: '' } },
  }))

test.each([
  [{ link: 'javascript:x' }, { link: 'link' }],
  [{ link: '//evil.example' }, { link: 'link' }],
  [{ link: '/events' }, {}],
  [{ link: 'https://example.org' }, {}],
  [{ date: '' }, { date: 'missing.date' }],
  [{ address: 'A b' }, { address: 'address' }],
] as const)('an article with %j has the faults %j', (more, wanted) =>
  expect(faultsOf({ ...formOf(article), ...more }, 'published', 'en')).toEqual(wanted),
)

test('nothing written; a draft needs a title only', () => {
  expect(
    Object.keys(faultsOf({ ...emptyNews('2026-05-03'), address: 'ok' }, 'published', 'en')),
  ).toEqual(['content.en.title', 'content.en.description', 'content.en.fullContent'])
  expect(
    Object.keys(faultsOf({ ...emptyNews('2026-05-03'), address: 'ok' }, 'draft', 'en')),
  ).toEqual(['content.en.title'])
})

test('how far a language is, and what differs', () => {
  const form = formOf(article)
  const { en, fr } = form.content
  expect([en, fr].map((one) => completeness(one, REQUIRED))).toEqual(['complete', 'blank'])
  expect(
    differences(form, {
      ...form,
      link: '/x',
      content: { ...form.content, ar: { ...words, title: 'y' } },
    }),
  ).toEqual(['content.ar', 'link'])
})
