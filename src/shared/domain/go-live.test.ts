import { expect, test } from 'vitest'
import { filledAssociation } from '#tests/builders/association.ts'
import { BLANK_ASSOCIATION } from './association.ts'
import { CONFIRMED_BY_HAND, GO_LIVE_ITEMS, type GoLiveFacts, openGoLiveItems } from './go-live.ts'

const DONE: GoLiveFacts = {
  association: filledAssociation(),
  isReportModeDecided: true,
  sendsMail: true,
  makesBackups: true,
  administrators: 2,
  adoptedOn: '2026-12-01',
  confirmed: CONFIRMED_BY_HAND,
}

test('a new installation has everything open, a finished one nothing', () => {
  expect(
    openGoLiveItems({
      association: BLANK_ASSOCIATION,
      isReportModeDecided: false,
      sendsMail: false,
      makesBackups: false,
      administrators: 1,
      adoptedOn: '',
      confirmed: [],
    }),
  ).toEqual(GO_LIVE_ITEMS)
  expect(openGoLiveItems(DONE)).toEqual([])
})

test.each([
  ['identity', { association: filledAssociation({ seat: '' }) }],
  ['host', { association: filledAssociation({ hostPhone: '' }) }],
  ['officer', { association: filledAssociation({ noDataOfficer: '' }) }],
  ['reports', { isReportModeDecided: false }],
  ['mail', { sendsMail: false }],
  ['backups', { makesBackups: false }],
  ['administrators', { administrators: 1 }],
  ['terms', { adoptedOn: '' }],
  ['dpia', { confirmed: CONFIRMED_BY_HAND.filter((item) => item !== 'dpia') }],
] as const)('%s alone is open', (item, facts) =>
  expect(openGoLiveItems({ ...DONE, ...facts })).toEqual([item]),
)
