import { expect, test } from 'vitest'
import { AGREEMENT_VERSIONS, askedAgreements, type AgreementAct } from './agreements.ts'

const act = (kind: AgreementAct['kind'], wish: Partial<AgreementAct> = {}): AgreementAct => ({
  kind,
  version: AGREEMENT_VERSIONS[kind],
  source: 'self',
  withdrawnAt: null,
  ...wish,
})

test('a member who agreed to the present wording is asked nothing', () => {
  expect(askedAgreements([act('terms'), act('tribe')], { hasTribe: true })).toEqual([])
})

test('the tribe is asked about only while it is stored', () => {
  expect(askedAgreements([act('terms')], { hasTribe: true })).toEqual(['tribe'])
  expect(askedAgreements([act('terms')], { hasTribe: false })).toEqual([])
})

test.each([
  ['an older wording', { version: '2020-01-01' }],
  ['a paper that staff named', { source: 'staff' as const }],
  ['a client without the box', { source: 'unknown' as const }],
  ['an agreement that was withdrawn', { withdrawnAt: '2026-11-28T00:00:00.000Z' }],
])('%s does not replace the own agreement', (_, wish) => {
  expect(askedAgreements([act('terms', wish)], { hasTribe: false })).toEqual(['terms'])
})
