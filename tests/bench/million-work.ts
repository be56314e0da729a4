/** What the members of `seed-million.ts` did: the audit log, events and reports. */
import { auditHash } from '#server/parts/audit/audit-chain.ts'
import { reportSearchColumns } from '#server/records/reports/search-columns.ts'
import { contentSearchText } from '#server/records/search/content-search-text.ts'
import { OPEN } from '#shared/domain/report/report-protection.ts'
import type { LoadedRow } from './bulk-load.ts'
import { FROM_MS, iso, numberOf, randomOf, SPAN_MS, type Weighted } from './million-people.ts'

const ACTIONS: Weighted = [
  ['session.started', 450],
  ['card.verified', 300],
  ['member.updated', 100],
  ['member.read', 60],
  ['member.listed', 20],
  ['request.approved', 40],
  ['event.checked-in', 20],
  ['claim.read', 8],
  ['report.created', 2],
]
const REPORT_TYPES = [
  'Physical violence and threats',
  'Looting',
  'Arbitrary arrest',
  'قصف',
  'Pillage',
]
const PLACES = [
  ['SD', 'Nyala'],
  ['SD', 'El Fasher'],
  ['SD', 'الجنينة'],
  ['TD', 'Abéché'],
  ['FR', 'Calais'],
] as const
const WORDS =
  'armed men came at night and burned the houses near the market women children fled river camp قرية سوق ليلا نهب'.split(
    ' ',
  )

/** `count` rows that follow `head` in the chain. One row in 50,000 has the rare action `member.deleted`. */
export function auditRows(
  head: { readonly seq: number; readonly hash: string },
  count: number,
  members: number,
): LoadedRow[] {
  let { hash } = head
  return Array.from({ length: count }, (_, offset) => {
    const seq = head.seq + offset + 1
    const random = randomOf(3, seq)
    const row = {
      seq,
      at: iso(FROM_MS + Math.floor((seq / members) * SPAN_MS)),
      actor: random.chance(0.3)
        ? `member:${numberOf(random.int(0, 20) * 5_000)}`
        : `member:${numberOf(random.int(0, members - 1))}`,
      action: seq % 50_000 === 1 ? 'member.deleted' : random.weighted(ACTIONS),
      target: random.chance(0.8) ? `member:${numberOf(random.int(0, members - 1))}` : '',
      detail: '{}',
      request_id: `request-${seq}`,
      prev_hash: hash,
    }
    hash = auditHash(row)
    return { ...row, hash }
  })
}

const EVENTS = 60
export const eventRows = (): LoadedRow[] =>
  Array.from({ length: EVENTS }, (_, index) => {
    const starts = FROM_MS + Math.floor(((index + 1) / (EVENTS - 5)) * SPAN_MS)
    const words = (title: string) => ({
      title,
      description: 'A meeting of members',
      fullContent: 'A meeting of members. '.repeat(40),
      location: 'Paris',
      goals: ['To meet'],
    })
    const content = {
      en: words(`Event ${index}`),
      fr: words(`Rencontre ${index}`),
      ar: words(`لقاء ${index}`),
    }
    return {
      id: `event-${index}`,
      starts_at: iso(starts),
      ends_at: iso(starts + 4 * 3_600_000),
      capacity: index % 3 === 0 ? 500 : null,
      price: null,
      image_file: null,
      contact_person: 'Amna Osman',
      contact_email: 'events@mail.example',
      contact_phone: '',
      organizer: 'The association',
      content: JSON.stringify(content),
      status: 'published',
      search_text: contentSearchText(content, ['The association']),
      created_at: iso(starts - 30 * 86_400_000),
    }
  })

/** Every third check-in is at the largest event; every second person had registered. */
export function checkInRows(from: number, to: number, members: number) {
  const checkIns: LoadedRow[] = []
  const registrations: LoadedRow[] = []
  for (let index = from; index < to; index += 1) {
    const event = index % 3 === 0 ? 0 : index % EVENTS
    const at = iso(FROM_MS + ((event + 1) / (EVENTS - 5)) * SPAN_MS + (index % 7_200) * 1_000)
    const member_id = numberOf((index * 5) % members)
    const event_id = `event-${event}`
    checkIns.push({
      id: `check-in-${index}`,
      event_id,
      member_id,
      gate: `Gate ${index % 4}`,
      at,
      recorded_at: at,
    })
    if (index % 2 === 0)
      registrations.push({ event_id, member_id, state: 'registered', created_at: at })
  }
  return { checkIns, registrations }
}

export const reportRows = (count: number, members: number): LoadedRow[] =>
  Array.from({ length: count }, (_, index) => {
    const random = randomOf(4, index)
    const [country, city] = random.pick(PLACES)
    const status = random.weighted([
      ['verified', 60],
      ['not verified', 25],
      ['under review', 10],
      ['rejected', 5],
    ] as const)
    const at = iso(FROM_MS + Math.floor((index / count) * SPAN_MS))
    const held = status !== 'verified' && random.chance(0.5)
    const content = {
      type: random.pick(REPORT_TYPES),
      description: Array.from({ length: 40 }, () => random.pick(WORDS)).join(' '),
      country,
      city,
      actor: random.pick(['Armed group', 'Militia', 'Police', 'مليشيا']),
      actorName: random.pick(['Unknown', 'A known commander']),
      actorDesc: 'In uniform',
      victim:
        index % 1_000 === 5
          ? 'A teacher of Kutum'
          : random.pick(['Civilians', 'Traders', 'نازحون']),
    }
    return {
      id: index + 1,
      reporter_id: numberOf(random.int(0, members - 1)),
      type: content.type,
      description: content.description,
      country,
      city,
      actor: content.actor,
      actor_name: content.actorName,
      actor_desc: content.actorDesc,
      actor_account: '',
      victim: content.victim,
      google_map_link: '',
      incident_date: at.slice(0, 10),
      status,
      verified_at: status === 'verified' ? at : null,
      verifier_comment: '',
      ...reportSearchColumns(content, { protection: OPEN, published: !held }),
      names_withheld: 0,
      created_at: at,
      updated_at: at,
      held_at: held ? at : null,
      deleted_at: null,
      deleted_reason: null,
    }
  })
