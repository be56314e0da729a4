/** The drafts of a notice hold what the settings know, and name the rest in a sentence. */
import { describe, expect, test } from 'vitest'
import fr from '#locales/fr/mail.json' with { type: 'json' }
import { type Association, BLANK_ASSOCIATION } from '#shared/domain/association.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import type { Kind } from './concerned.ts'
import { draftForAuthority, letterTo } from './letters.ts'

const KINDS = Object.keys(fr.breach.kinds) as Kind[] // the letters have a text for each kind

const KNOWN: Association = {
  ...BLANK_ASSOCIATION,
  name: 'Amis du Darfour',
  legalForm: 'Association loi 1901',
  seat: '1 rue de la Paix, 75002 Paris',
  rna: 'W751234567',
  phone: '01 23 45 67 89',
  email: 'bureau@amis-darfour.fr',
  privacyContact: 'Amna Idris',
}
const EXAMPLE: Association = {
  ...BLANK_ASSOCIATION,
  name: '[Name]',
  email: 'contact@wld.example',
}
const facts = (association: Association) => ({
  scope: 'everyone' as const,
  actor: '',
  from: '2026-01-31T18:00:00.000Z',
  until: '2026-02-01T18:00:00.000Z',
  now: '2026-02-02T08:00:00.000Z',
  limits: [],
  association,
})
const authority = (association: Association): string =>
  draftForAuthority(facts(association), { persons: 0, byKind: new Map(), byLanguage: new Map() })

describe.each(LANGUAGES)('a letter in %s', (language) => {
  test('has name, phone and contact from the settings', () => {
    const letter = letterTo(language, facts(KNOWN))
    expect(letter.trimEnd().split('\n').at(-1)).toBe('Amis du Darfour')
    expect(letter).toContain('Amna Idris, bureau@amis-darfour.fr, 01 23 45 67 89')
  })

  test.each([
    ['known', KNOWN],
    ['blank', BLANK_ASSOCIATION],
    ['an example', EXAMPLE],
  ])('has no placeholder while the association is %s', (_, association) => {
    expect(letterTo(language, facts(association))).not.toMatch(/[[\]{}]|\.example|undefined/)
  })
})

test('a letter begins with what is missing, and leaves out the lines that need it', () => {
  expect(letterTo('en', facts(BLANK_ASSOCIATION)).split('\n')[0]).toBe(
    'This draft is not ready to send. Still missing: what could be seen of the person (the words in the column “data” of persons.csv), what you did (sessions ended, account blocked, passwords and keys changed), your phone number, a contact for questions and the name of the association. Add these, then delete this paragraph.',
  )
  expect(letterTo('en', facts(BLANK_ASSOCIATION))).not.toMatch(/reach us|contact for questions:/)
  expect(letterTo('en', facts(KNOWN)).split('\n')[0]).not.toMatch(/phone number|contact|the name/)
})

test('the notice to the authority has the association, and names in point 7 what is missing', () => {
  const [known, blank] = [authority(KNOWN), authority(EXAMPLE)]
  expect(known).toContain(
    'Amis du Darfour, Association loi 1901\n1 rue de la Paix, 75002 Paris\nRNA W751234567\nContact pour la CNIL\u00a0: Amna Idris,',
  )
  expect(known).toMatch(/7\. [^]*Manquent encore[^]*circonstances/)
  expect(known).not.toContain('le nom de l’association')
  expect(blank).toMatch(/Manquent encore[^]*le nom de l’association[^]*un contact pour la CNIL/)
  for (const draft of [known, blank]) expect(draft).not.toMatch(/[[\]]|\.example/)
})

test('the notice to the authority speaks of the people, and not to them', () => {
  const draft = draftForAuthority(
    { ...facts(KNOWN), from: '2026-02-01T18:00:00.000Z' },
    { persons: 2, byKind: new Map(KINDS.map((kind) => [kind, 2])), byLanguage: new Map() },
  )
  expect(draft).not.toMatch(/\b(?:vous|votre|vos)\b/i)
  expect(draft).toContain('\nUne copie de notre base')
  expect(draft).toContain('du 1er février 2026 à 19:00')
})
