/** The drafts of a notice: to the authority in French, to the people in their languages. */
import ar from '#locales/ar/mail.json' with { type: 'json' }
import en from '#locales/en/mail.json' with { type: 'json' }
import fr from '#locales/fr/mail.json' with { type: 'json' }
import type { Association } from '#shared/domain/association.ts'
import { LANGUAGES, type Language } from '#shared/domain/text/languages.ts'
import type { Period } from './breach-repository.ts'
import type { Kind, Seen } from './concerned.ts'

export type Scope = 'member' | 'device' | 'everyone'

const TEXTS = { en: en.breach, ar: ar.breach, fr: fr.breach } as const
const LOCALE = { en: 'en-GB', ar: 'ar-u-nu-latn', fr: 'fr-FR' } as const

const inParis = (at: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALE[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Paris',
  }).format(new Date(at))

export const kindsInWords = (kinds: Seen['kinds'], language: Language): string =>
  [...kinds].map((kind) => TEXTS[language].kinds[kind]).join('; ')

export function letterTo(
  language: Language,
  { scope, from, until }: { readonly scope: Scope } & Period,
): string {
  const values: Readonly<Record<string, string>> = {
    cause: TEXTS[language].causes[scope],
    from: inParis(from, language),
    until: inParis(until, language),
  }
  return `${TEXTS[language].letter.join('\n\n').replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')}\n`
}

export interface Tally {
  persons: number
  readonly byKind: Map<Kind, number>
  readonly byLanguage: Map<Language, number>
}

export interface Breach extends Period {
  readonly scope: Scope
  /** `member:10004217`, `device:…`; empty for a copy of the database. */
  readonly actor: string
  readonly now: string
  /** In French: what the numbers do not say. */
  readonly limits: readonly string[]
  readonly association: Association
}

/** Who answers for the data; what the settings do not have stays in brackets, to be filled in by hand. */
function controller({ association }: Breach): string {
  const { name, legalForm, seat, rna, siren, phone, email, privacyContact, dataOfficer } =
    association
  const or = (text: string, open: string): string => (text === '' ? `[${open}]` : text)
  const numbers = [siren && `SIREN/SIRET ${siren}`, rna && `RNA ${rna}`].filter(Boolean).join(', ')
  const contact = [dataOfficer || privacyContact, email, phone].filter(Boolean).join(', ')
  return `${or([name, legalForm].filter(Boolean).join(', '), 'Nom de l’association')}
${or(seat, 'Adresse du siège')}
${or(numbers, 'SIREN ou RNA')}
Contact pour la CNIL : ${or(contact, 'nom, fonction, e-mail, téléphone')}`
}

const NOTICE_MS = 72 * 60 * 60 * 1_000

/** The authority reads French. What is in brackets is not known to the server. */
export function draftForAuthority(breach: Breach, { persons, byKind, byLanguage }: Tally): string {
  const { scope, actor, from, until, now, limits } = breach
  const deadline = new Date(Date.parse(now) + NOTICE_MS).toISOString()
  const categories = [...byKind].map(([kind, n]) => `- ${fr.breach.kinds[kind]} : ${n} personne(s)`)
  const records = [...byKind.values()].reduce((sum, n) => sum + n, 0)
  const languages = LANGUAGES.map((one) => `${one} ${byLanguage.get(one) ?? 0}`).join(', ')
  return `PROJET : notification d’une violation de données à la CNIL (article 33 du RGPD)
À déposer sur https://www.cnil.fr/fr/notifier-une-violation-de-donnees-personnelles

Délai : 72 heures après en avoir pris connaissance. Compté à partir de maintenant
(${inParis(now, 'fr')}, heure de Paris), il expire le ${inParis(deadline, 'fr')}.
Si la violation a été connue plus tôt : [date et heure], il expire plus tôt.

1. Responsable du traitement
${controller(breach)}

2. Nature de la violation
${fr.breach.causes[scope]} ${actor === '' ? '' : `(journal d’audit : ${actor})`}
Période : du ${inParis(from, 'fr')} au ${inParis(until, 'fr')} (heure de Paris).
Perte de confidentialité ; intégrité et disponibilité : [oui / non].
Circonstances : [comment la violation a eu lieu et a été découverte]

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
[À compléter]

6. Mesures prises ou prévues
[Compte bloqué et sessions fermées / appareil révoqué / clés renouvelées : date et heure]
[Personnes en danger averties par téléphone : date et heure]
Information des personnes (article 34) : projets dans persons-fr.txt, persons-ar.txt, persons-en.txt.
[Date d’envoi, ou raison pour laquelle elles ne sont pas informées]

7. Informations qui manquent encore et date à laquelle elles suivront
[À compléter ; elles peuvent être transmises plus tard, article 33.4]
`
}
