import { expect, test } from 'vitest'
import { updateReport, type Report } from '#shared/contract/reports.ts'
import {
  changedFields,
  changeOf,
  conflictsOf,
  editFaults,
  formOf,
  withChoices,
} from './edit-form.ts'

const report: Report = {
  id: 7,
  type: 'Looting',
  category: null,
  description: 'Seen',
  country: 'Sudan',
  countryCode: 'SD',
  city: 'Nyala',
  actor: 'Group',
  actorName: 'Unknown',
  actorDesc: 'Uniform',
  actorAccount: 'None',
  victim: 'A family',
  incidentDate: null,
  googleMapLink: 'https://osm.example/1',
  status: 'not verified',
  verified: false,
  verifierComment: '',
  published: true,
  version: 3,
  updatedAt: '2026-01-01T00:00:00.000Z',
  protection: {
    redactVictim: false,
    redactActor: false,
    placeDetail: 'city',
    region: '',
    hideMapLink: false,
    hiddenWords: ['Halima'],
  },
  withheld: ['words'],
  createdAt: '2026-01-01T00:00:00.000Z',
  evidenceCount: 0,
  reportEvidences: [],
}
const base = formOf(report)

test('without a change nothing is sent', () => {
  expect(changeOf(base, base)).toEqual({})
  expect(changeOf(base, { ...base, city: ' Nyala ', hiddenWords: 'Halima\n\n' })).toEqual({})
})

test('changes are sent in the shape of the call', () => {
  const body = changeOf(base, {
    ...base,
    country: 'TD',
    status: 'verified',
    redactVictim: true,
    hiddenWords: 'Halima\n Omar ',
    verifierComment: 'Two sources',
  })
  expect(body).toEqual({
    country: 'Chad',
    status: 'verified',
    verified: true,
    redactVictim: true,
    hiddenWords: ['Halima', 'Omar'],
    verifierComment: 'Two sources',
  })
  expect(updateReport.request.body.safeParse({ ...body, version: 3 }).success).toBe(true)
})

test('an unknown country stays until staff choose another', () => {
  const odd = formOf({ ...report, country: 'Darfur', countryCode: null })
  expect(changeOf(odd, { ...odd, city: 'Geneina' })).toEqual({ city: 'Geneina' })
})

test('faults of the fields that only staff write', () => {
  expect(editFaults(base)).toEqual([])
  expect(
    editFaults({
      ...base,
      placeDetail: 'region',
      hiddenWords: 'x'.repeat(101),
      verifierComment: 'x'.repeat(2_001),
    }),
  ).toEqual(['region', 'hiddenWords', 'comment'])
})

test('two editors: fields that only the other changed are taken from them, the rest is asked', () => {
  const mine = { ...base, city: 'Geneina', victim: 'Two families' }
  const theirs = { ...base, city: 'Zalingei', actorName: 'Known' }
  expect(conflictsOf(base, mine, theirs)).toEqual({
    city: 'mine',
    victim: 'mine',
    actorName: 'theirs',
  })
  const chosen = withChoices(mine, theirs, { city: 'theirs', victim: 'mine', actorName: 'theirs' })
  expect(chosen).toMatchObject({ city: 'Zalingei', victim: 'Two families', actorName: 'Known' })
  expect(changedFields(theirs, chosen)).toEqual(['victim'])
})

test('the date of the incident can be set, changed and removed', () => {
  expect(changeOf(base, { ...base, incidentDate: '2025-03-01' })).toEqual({
    incidentDate: '2025-03-01',
  })
  const dated = formOf({ ...report, incidentDate: '2025-03-01' })
  expect(changeOf(dated, { ...dated, incidentDate: '' })).toEqual({ incidentDate: null })
})
