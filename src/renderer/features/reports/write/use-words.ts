import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailure } from '../../../platform/call-failure.ts'
import { serverFaults } from '../../../ui/content-editor/server-faults.ts'
import { type ReportWords, WORD_FIELDS, type WordFaults, type WordField } from './report-form.ts'

type Shown = Readonly<Partial<Record<WordField, string>>>

const isWordField = (path: string): path is WordField => WORD_FIELDS.some((field) => field === path)
const inWords = (t: TFunction<'reportWrite'>, faults: WordFaults): Shown =>
  Object.fromEntries(
    WORD_FIELDS.flatMap((field) =>
      faults[field] === undefined ? [] : [[field, t(`fault.${faults[field]}`)]],
    ),
  )

/**
 * After they are drawn: to the first fault of the form, in the order of the page. Focus alone would leave a field behind
 * the foot of the form, which has just grown by the notice.
 */
export const focusFault = (form: HTMLElement | null): void =>
  void requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  })

/** The written part of a report, and what is wrong with it. */
export function useWords(initial: ReportWords) {
  const { t } = useTranslation(['reportWrite', 'problems', 'ui'])
  const [words, setWords] = useState(initial)
  const [faults, setFaults] = useState<Shown>({})
  return {
    words,
    faults,
    setWords,
    change: (field: WordField, text: string): void => {
      setWords((before) => ({ ...before, [field]: text }))
      setFaults((before) => ({ ...before, [field]: undefined }))
    },
    /** @returns whether there was none */
    show: (found: WordFaults): boolean => {
      setFaults(inWords(t, found))
      return Object.keys(found).length === 0
    },
    /** Each fault of the server's answer beside its field; answers the text for the notice. */
    place: (failure: CallFailure): string | undefined => {
      const { fields, text } = serverFaults(t, failure, isWordField)
      setFaults(fields)
      return text
    },
    clearFault: (field: WordField): void =>
      setFaults((before) => ({ ...before, [field]: undefined })),
    clearFaults: (): void => setFaults({}),
  }
}
