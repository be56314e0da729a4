import { expect, test } from 'vitest'
import { WORD_FIELDS } from '../../../parts/report-form/report-form.ts'
import { fieldsOf, stepAfter, stepBefore, FILING_STEPS } from './steps.ts'

test('every field of a report is asked for in one step', () => {
  const asked = FILING_STEPS.flatMap(fieldsOf)
  expect(asked.toSorted()).toEqual(WORD_FIELDS.toSorted())
})

test('the steps follow each other', () => {
  expect(FILING_STEPS.slice(0, -1).map(stepAfter)).toEqual(FILING_STEPS.slice(1))
  expect(FILING_STEPS.map(stepBefore)).toEqual([undefined, ...FILING_STEPS.slice(0, -1)])
})
