/** An article as the form holds it, and the way to and from what the server keeps. */
import * as z from 'zod'
import { parisDay } from '#shared/domain/receipts/paris-day.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { inEveryLanguage } from '#shared/domain/text/written-languages.ts'
import type { NewsItem } from '../../platform/calls/content-queries.ts'
import {
  type FormFault,
  type FormFaults,
  faultsOfWritten,
} from '../../ui/content-editor/written-form.ts'

const NewsTexts = z.object({
  title: z.string(),
  description: z.string(),
  fullContent: z.string(),
  imageAlt: z.string(),
})
export const NewsForm = z.object({
  address: z.string(),
  date: z.string(),
  link: z.string(),
  content: z.object({ en: NewsTexts, ar: NewsTexts, fr: NewsTexts }),
})
export type NewsForm = z.output<typeof NewsForm>
type NewsTexts = z.output<typeof NewsTexts>

const NO_WORDS: NewsTexts = { title: '', description: '', fullContent: '', imageAlt: '' }

/** @param today the day in Paris, `YYYY-MM-DD` */
export const emptyNews = (today: string): NewsForm => ({
  address: '',
  date: today,
  link: '',
  content: { en: NO_WORDS, ar: NO_WORDS, fr: NO_WORDS },
})

export function formOf(article: NewsItem): NewsForm {
  const words = (language: Language): NewsTexts =>
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

export const REQUIRED = ['title', 'description', 'fullContent'] as const

/** What can be said before the server is asked, by the path of the field. */
export function faultsOf(form: NewsForm, status: NewsItem['status'], first: Language): FormFaults {
  const faults: Record<string, FormFault> = {}
  if (form.date === '') faults['date'] = 'missing.date'
  if (form.link !== '' && !/^(\/(?![/\\])|https:\/\/.)/i.test(form.link)) faults['link'] = 'link'
  return { ...faultsOfWritten(form, REQUIRED, { draft: status === 'draft', first }), ...faults }
}

/** The item in the shape of the public page. */
/** The article as the public page would show it, with the status that it has there. */
export const previewOf = (
  form: NewsForm,
  image: string | null,
  status: NewsItem['status'] = 'draft',
): NewsItem => ({
  id: form.address,
  date: form.date === '' ? parisDay(new Date()) : form.date,
  link: form.link,
  image,
  status,
  version: 0,
  ...inEveryLanguage(form.content),
})
