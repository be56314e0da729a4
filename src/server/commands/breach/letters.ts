/** The drafts of a notice: to the authority in French, to the people in their languages. */
import ar from '#locales/ar/mail.json' with { type: 'json' }
import en from '#locales/en/mail.json' with { type: 'json' }
import fr from '#locales/fr/mail.json' with { type: 'json' }
import { type Association, isExample } from '#shared/domain/association.ts'
import { LANGUAGES, LOCALE_TAGS, type Language } from '#shared/domain/text/languages.ts'
import { parisTime } from '#shared/domain/text/paris-time.ts'
import type { Period } from './breach-repository.ts'
import type { Kind, Seen } from './concerned.ts'

export type Scope = 'member' | 'device' | 'everyone'

const TEXTS = { en: en.breach, ar: ar.breach, fr: fr.breach } as const

const PLACEHOLDER = /\{\{(\w+)\}\}/g

export const kindsInWords = (kinds: Seen['kinds'], language: Language): string =>
  [...kinds].map((kind) => TEXTS[language].kinds[kind]).join('; ')

/** What the settings say of the association; an example is as if nobody had filled it in. */
function identityOf(association: Association) {
  const real = (text: string): string => (isExample(text) ? '' : text)
  const { name, legalForm, seat, rna, siren, dataOfficer, privacyContact, email } = association
  const filled = (texts: readonly string[], separator = ', '): string =>
    texts.filter((text) => text !== '').join(separator)
  const phone = real(association.phone)
  return {
    name: real(name),
    title: real(name) && filled([real(name), real(legalForm)]),
    seat: real(seat),
    numbers: filled([siren && `SIREN/SIRET ${siren}`, rna && `RNA ${rna}`]),
    phone,
    contact: filled([real(dataOfficer) || real(privacyContact), real(email), phone]),
  }
}

const listed = (texts: readonly string[], language: Language): string =>
  new Intl.ListFormat(LOCALE_TAGS[language], { type: 'conjunction' }).format(texts)

type Missing = keyof typeof fr.breach.missing

/**
 * A line whose value the settings lack is left out, and the first lines name what is missing: a
 * placeholder in the text would be sent with it sooner or later.
 */
export function letterTo(
  language: Language,
  { scope, from, until, association }: LetterFacts,
): string {
  const { letter, causes, incomplete, missing } = TEXTS[language]
  const { name, phone, contact } = identityOf(association)
  const values: Readonly<Record<string, string>> = {
    cause: causes[scope],
    from: parisTime(from, language),
    until: parisTime(until, language),
    name,
    phone,
    contact,
  }
  const filled = letter.flatMap((paragraph) => {
    const lines = paragraph
      .split('\n')
      .filter((line) => [...line.matchAll(PLACEHOLDER)].every(([, key = '']) => values[key]))
      .map((line) => line.replaceAll(PLACEHOLDER, (_, key: string) => values[key] ?? ''))
    return lines.length === 0 ? [] : [lines.join('\n')]
  })
  const lacking: readonly Missing[] = [
    'seen',
    'measures',
    ...(['phone', 'contact', 'name'] as const).filter((key) => values[key] === ''),
  ]
  const named = listed(
    lacking.map((key) => missing[key]),
    language,
  )
  return `${[incomplete.replace('{{missing}}', named), ...filled].join('\n\n')}\n`
}

export interface Tally {
  persons: number
  readonly byKind: Map<Kind, number>
  readonly byLanguage: Map<Language, number>
}

interface LetterFacts extends Period {
  readonly scope: Scope
  readonly association: Association
}

export interface Breach extends LetterFacts {
  /** `member:10004217`, `device:…`; empty for a copy of the database. */
  readonly actor: string
  readonly now: string
  /** In French: what the numbers do not say. */
  readonly limits: readonly string[]
}

/** Who answers for the data, and what the authority must know that the settings do not say. */
function controller(association: Association) {
  const { title, seat, numbers, contact } = identityOf(association)
  const parts = [
    [title, 'le nom de l’association'],
    [seat, 'l’adresse du siège'],
    [numbers, 'le numéro SIREN ou RNA'],
    [contact && `Contact pour la CNIL : ${contact}`, 'un contact pour la CNIL'],
  ] as const
  return {
    known: parts.flatMap(([line]) => (line === '' ? [] : [line])),
    open: parts.flatMap(([line, words]) => (line === '' ? [words] : [])),
  }
}

/** The letters say "your record": the authority reads of the people, not to them. */
const CATEGORIES: Readonly<Record<Kind, string>> = {
  account: 'tout le contenu de leur compte',
  record: 'fiche de membre : nom, coordonnées, naissance, origine, tribu, famille',
  card: 'nom, numéro de carte et portrait',
  documents: 'images de pièces d’identité',
  application: 'demande d’adhésion',
  attendance: 'présence ou inscription à un événement',
  papers: 'papier signé qui donne pouvoir pour une assemblée, avec les noms et la signature',
  reports: 'signalements déposés, et l’identité de leur auteur',
  messages: 'messages envoyés à l’association, avec les coordonnées',
  donations: 'don, avec le nom et les coordonnées',
  trail: 'numéro de carte, avec les moments où les données ont été utilisées',
  newsletter: 'abonnement à la lettre d’information',
  everything: 'toutes les données détenues sur la personne',
}

/** What only people know. */
const OPEN_FACTS = [
  'la date et l’heure de la découverte, si elle a précédé ce projet',
  'les circonstances de la violation et de sa découverte',
  'l’atteinte éventuelle à l’intégrité ou à la disponibilité',
  'les mesures prises, avec leur date et leur heure',
  'la date d’information des personnes, ou la raison de ne pas les informer',
] as const

const NOTICE_MS = 72 * 60 * 60 * 1_000

/** The authority reads French. The last section names what the server does not know: it may follow later (article 33.4). */
export function draftForAuthority(breach: Breach, { persons, byKind, byLanguage }: Tally): string {
  const { scope, actor, from, until, now, limits, association } = breach
  const { known, open } = controller(association)
  const deadline = new Date(Date.parse(now) + NOTICE_MS).toISOString()
  const categories = [...byKind].map(([kind, n]) => `- ${CATEGORIES[kind]} : ${n} personne(s)`)
  const records = [...byKind.values()].reduce((sum, n) => sum + n, 0)
  const cause = fr.breach.causes[scope]
  const nature = cause.charAt(0).toUpperCase() + cause.slice(1)
  const languages = LANGUAGES.map((one) => `${one} ${byLanguage.get(one) ?? 0}`).join(', ')
  return `PROJET : notification d’une violation de données à la CNIL (article 33 du RGPD)
À déposer sur https://www.cnil.fr/fr/notifier-une-violation-de-donnees-personnelles

Délai : 72 heures après en avoir pris connaissance. Compté à partir de maintenant
(${parisTime(now, 'fr')}, heure de Paris), il expire le ${parisTime(deadline, 'fr')}.
Si la violation a été connue plus tôt, il expire plus tôt.
Ce qui manque encore à ce projet figure au point 7.

1. Responsable du traitement
${known.length === 0 ? 'Voir le point 7.' : known.join('\n')}

2. Nature de la violation
${nature}${actor === '' ? '' : ` (journal d’audit : ${actor})`}
Période : du ${parisTime(from, 'fr')} au ${parisTime(until, 'fr')} (heure de Paris).
Perte de confidentialité.

3. Personnes concernées
${persons} personne(s) : membres, candidats à l’adhésion, auteurs de signalements ou de messages, donateurs.
Par langue : ${languages}.
${limits.map((limit) => `Limite : ${limit}\n`).join('')}
4. Données concernées : environ ${records} ensemble(s) de données
${categories.join('\n')}
Catégories particulières (article 9) : origine ethnique et tribu, et l’appartenance à l’association,
dès lors que des fiches de membres sont concernées.

5. Conséquences probables
Menaces ou représailles contre les personnes ou leur famille au Soudan, du fait de leur tribu, de leur
adhésion ou de leurs signalements ; usurpation d’identité ; hameçonnage au nom de l’association.

6. Mesures prises ou prévues
Information des personnes (article 34) : projets dans persons-fr.txt, persons-ar.txt, persons-en.txt.

7. Informations qui manquent encore
Manquent encore : ${listed([...open, ...OPEN_FACTS], 'fr')}.
Elles seront transmises dès qu’elles seront connues (article 33.4).
`
}
