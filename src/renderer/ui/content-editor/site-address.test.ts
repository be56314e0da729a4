import { expect, test } from 'vitest'
import { suggestAddress } from './site-address.ts'

test.each([
  [['General Assembly 2026!'], '2026-05-03', 'general-assembly-2026-2026-05-03'],
  [['', 'الجمعية العمومية', 'Assemblée générale'], '2026-05-03', 'assemblee-generale-2026-05-03'],
  [['الجمعية العمومية'], '2026-05-03', 'event-2026-05-03'],
  [["L’été d'Omdurman"], '', 'lete-domdurman'],
  [['x'.repeat(200)], '2026-05-03', `${'x'.repeat(52)}-2026-05-03`],
])('%j gives %s', (titles, day, wanted) => {
  const address = suggestAddress(titles, 'event', day)
  expect(address).toBe(wanted)
  expect(address).toMatch(/^[a-z0-9][a-z0-9-]{1,62}$/)
})
