import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailure } from '../../platform/calls/call-failure.ts'
import { serverFaults } from '../../ui/content-editor/server-faults.ts'
import { type ReportWords, WORD_FIELDS, type WordFaults, type WordField } from './report-form.ts'

type FaultTexts = Readonly<Partial<Record<WordField, string>>>

const isWordField = (path: string): path is WordField => WORD_FIELDS.some((field) => field === path)
const inWords = (t: TFunction<'reportWrite'>, faults: WordFaults): FaultTexts =>
  Object.fromEntries(
    WORD_FIELDS.flatMap((field) =>
      faults[field] === undefined ? [] : [[field, t(`fault.${faults[field]}`)]],
    ),
  )

/** The texts of a report, and their faults. */
export function useWords(initial: ReportWords) {
  const { t } = useTranslation(['reportWrite', 'problems', 'ui'])
  const [words, setWords] = useState(initial)
  const [faults, setFaults] = useState<FaultTexts>({})
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
    /** Shows each fault of the server's response beside its field; returns the text for the notice. */
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
