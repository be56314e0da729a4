/** An article as the form holds it, and the way to and from what the server keeps. */
import * as z from 'zod'
import type { Language } from '#shared/domain/text/languages.ts'
import { faultsOfWords, inEveryLanguage } from '#shared/domain/text/written-languages.ts'
import type { NewsItem } from '../../platform/calls/content-queries.ts'
import type { Completeness } from '../../ui/content-editor/language-tabs.tsx'
import { type FormFault, isAddress } from '../../ui/content-editor/written-form.ts'

const Words = z.object({
  title: z.string(),
  description: z.string(),
  fullContent: z.string(),
  imageAlt: z.string(),
})
export const NewsForm = z.object({
  address: z.string(),
  date: z.string(),
  link: z.string(),
  content: z.object({ en: Words, ar: Words, fr: Words }),
})
export type NewsForm = z.output<typeof NewsForm>
export type Words = z.output<typeof Words>

const NO_WORDS: Words = { title: '', description: '', fullContent: '', imageAlt: '' }

/** @param today the day in Paris, `YYYY-MM-DD` */
export const emptyNews = (today: string): NewsForm => ({
  address: '',
  date: today,
  link: '',
  content: { en: NO_WORDS, ar: NO_WORDS, fr: NO_WORDS },
})

export const parisToday = (now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(now)

export function formOf(article: NewsItem): NewsForm {
  const words = (language: Language): Words =>
    article.borrowed.includes(language) ? NO_WORDS : article.content[language]
  return {
    address: article.id,
    date: article.date,
    link: article.link,
    content: { en: words('en'), ar: words('ar'), fr: words('fr') },
  }
}

export const bodyOf = (
  { address, date, link, content }: NewsForm,
  status: NewsItem['status'],
  image: string | null,
) => ({ id: address, date, link, status, image, content })

const REQUIRED = ['title', 'description', 'fullContent'] as const

export function completeness({ content }: NewsForm, language: Language): Completeness {
  const words = content[language]
  if (Object.values(words).every((text) => text.trim() === '')) return 'blank'
  return REQUIRED.every((field) => words[field].trim() !== '') ? 'complete' : 'begun'
}

/** What can be said before the server is asked, by the path of the field. */
export function faultsOf(
  form: NewsForm,
  status: NewsItem['status'],
): Readonly<Record<string, FormFault>> {
  const faults: Record<string, FormFault> = {}
  for (const { language, field } of faultsOfWords(form.content, REQUIRED, {
    draft: status === 'draft',
  }))
    faults[`content.${language}.${field}`] = 'required'
  if (form.date === '') faults['date'] = 'required'
  if (form.link !== '' && !/^(\/(?![/\\])|https:\/\/.)/i.test(form.link)) faults['link'] = 'link'
  if (!isAddress(form.address)) faults['address'] = 'address'
  return faults
}

/** As the public page would show it. */
export const previewOf = (form: NewsForm, image: string | null): NewsItem => ({
  id: form.address,
  date: form.date === '' ? parisToday(new Date()) : form.date,
  link: form.link,
  image,
  status: 'draft',
  version: 0,
  ...inEveryLanguage(form.content),
})
