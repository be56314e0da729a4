/** Events, news and contact messages of the demonstration data. An event's or news item's id is also its cover's id. */
import type { Language } from '#shared/domain/text/languages.ts'
import {
  GENERAL_ASSEMBLY,
  NEWS_TEXTS,
  OFFICIAL_LAUNCH,
  type EventText,
  type InLanguages,
  type NewsText,
} from './content-texts.ts'

export { renderCover } from './covers.ts'

export type DemoEvent = {
  readonly id: 'general-assembly' | 'official-launch'
  readonly startsAt: string
  readonly endsAt: string
  readonly capacity: number
  /** null is free. */
  readonly price: string | null
  /** Language-neutral values; `content` has both in each language. */
  readonly organizer: string
  readonly contactPerson: string
  readonly contactEmail: string
  readonly contactPhone: string
  readonly content: InLanguages<EventText>
}

export type DemoNews = {
  readonly id: keyof typeof NEWS_TEXTS
  /** YYYY-MM-DD */
  readonly date: string
  readonly link: string
  readonly content: InLanguages<NewsText>
}

export type DemoClaim = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly subject: 'violation' | 'information' | 'help' | 'query' | 'urgent'
  readonly message: string
  readonly status: 'open' | 'resolved' | 'rejected'
  /** What staff noted when they closed it. */
  readonly note: string
  /** What staff replied to the sender before that. */
  readonly reply?: string
  /** Language of the form. */
  readonly language: Language
  readonly createdAt: string
  /** Position in `demoMembers()`, or null for a visitor. */
  readonly memberIndex: number | null
}

const DAY_MS = 86_400_000
const SATURDAY = 6
const LAUNCH_AFTER_DAYS = 42

const CONTACT = {
  organizer: 'WLD',
  contactPerson: 'Association office',
  contactEmail: 'events@demo.example',
  contactPhone: '+33199009000',
} as const

/** The first Saturday at least six weeks after `now`, from 13:00 to 18:00 UTC: early afternoon in Paris all year. */
function launchDay(now: Date): string {
  const earliest = new Date(now.getTime() + LAUNCH_AFTER_DAYS * DAY_MS)
  const toSaturday = (SATURDAY - earliest.getUTCDay() + 7) % 7
  return new Date(earliest.getTime() + toSaturday * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The assembly has the date of the specification, which has passed; the launch has none there. It
 * lies after `now`, because otherwise the demonstration has no event to register for.
 */
export function demoEvents(now: Date): readonly DemoEvent[] {
  const launch = launchDay(now)
  return [
    {
      id: 'general-assembly',
      startsAt: '2025-05-03T08:00:00.000Z',
      endsAt: '2025-05-03T15:00:00.000Z',
      capacity: 500,
      price: null,
      ...CONTACT,
      content: GENERAL_ASSEMBLY,
    },
    {
      id: 'official-launch',
      startsAt: `${launch}T13:00:00.000Z`,
      endsAt: `${launch}T18:00:00.000Z`,
      capacity: 500,
      price: null,
      ...CONTACT,
      content: OFFICIAL_LAUNCH,
    },
  ]
}

/** Newest first. */
export const demoNews: readonly DemoNews[] = [
  {
    id: 'general-assembly',
    date: '2025-05-03',
    link: '/news/general-assembly',
    content: NEWS_TEXTS['general-assembly'],
  },
  {
    id: 'website-launch',
    date: '2024-05-03',
    link: '/news/website-launch',
    content: NEWS_TEXTS['website-launch'],
  },
  {
    id: 'partnerships',
    date: '2024-04-20',
    link: '/news/partnerships',
    content: NEWS_TEXTS.partnerships,
  },
]

type ClaimText = Omit<DemoClaim, 'id' | 'createdAt' | 'email' | 'phone' | 'language'> & {
  readonly email?: string
  readonly daysAgo: number
}

const CLAIMS: readonly ClaimText[] = [
  {
    firstName: 'Amna',
    lastName: 'Elgamar',
    email: 'member@demo.example',
    memberIndex: 4,
    subject: 'query',
    status: 'open',
    note: '',
    daysAgo: 0.4,
    message:
      'My card still shows my old city although I changed it in my profile last week. Do I need to do anything else?',
  },
  {
    firstName: 'نجاة',
    lastName: 'أبو ليمون',
    memberIndex: null,
    subject: 'urgent',
    status: 'open',
    note: '',
    daysAgo: 0.9,
    message:
      'وصلتني رسائل تهديد بعد مشاركتي في ندوة الأسبوع الماضي. أحتاج إلى التحدث مع أحد من المكتب في أقرب وقت، ويفضل أن يكون ذلك بالهاتف بعد السادسة مساءً.',
  },
  {
    firstName: 'Jérôme',
    lastName: 'Vergnelotte',
    memberIndex: null,
    subject: 'information',
    status: 'open',
    note: '',
    daysAgo: 2.3,
    reply:
      'Bonjour, merci de votre proposition. Pouvez-vous nous indiquer les dates qui vous conviendraient et la surface de la salle ?',
    message:
      'Bonjour, nous sommes une médiathèque et souhaiterions accueillir votre exposition. À qui devons-nous nous adresser ?',
  },
  {
    firstName: 'Zakaria',
    lastName: 'Elmanara',
    memberIndex: null,
    subject: 'violation',
    status: 'open',
    note: '',
    daysAgo: 3.1,
    message:
      'I would like to report something that happened at my place of work but I am not a member. Can I do it without registering?',
  },
  {
    firstName: 'Solène',
    lastName: 'Abumatar',
    memberIndex: null,
    subject: 'help',
    status: 'resolved',
    note: 'Rendez-vous donné avec la permanence juridique.',
    daysAgo: 12,
    message:
      'Je cherche de l’aide pour traduire un acte de naissance avant un rendez-vous en préfecture.',
  },
  {
    firstName: 'هشام',
    lastName: 'القنطرة',
    memberIndex: null,
    subject: 'information',
    status: 'resolved',
    note: 'تم إرسال تفاصيل الفعالية بالبريد.',
    daysAgo: 20,
    message: 'هل حضور الجمعية العمومية متاح لغير الأعضاء؟ وهل توجد ترجمة إلى العربية؟',
  },
  {
    firstName: 'Al',
    lastName: 'Di',
    memberIndex: null,
    subject: 'query',
    status: 'rejected',
    note: 'Advertising.',
    daysAgo: 31,
    message: 'We offer ten thousand followers for your page within a week. Ask for our price list.',
  },
  {
    firstName: 'Wifag',
    lastName: 'Elsanabil',
    memberIndex: null,
    subject: 'help',
    status: 'rejected',
    note: 'Sent twice; the first message has been answered.',
    daysAgo: 44,
    message:
      'I have not received the code for my registration. I tried three times with the same address and also looked in the spam folder.',
  },
]

/** Newest first. */
export function demoClaims(now: Date): readonly DemoClaim[] {
  return CLAIMS.map(({ daysAgo, email, ...claim }, index) => ({
    ...claim,
    id: `demo-claim-${index + 1}`,
    language: /[\u0600-\u06ff]/.test(claim.message)
      ? 'ar'
      : /\b(Bonjour|Je cherche)\b/.test(claim.message)
        ? 'fr'
        : 'en',
    email: email ?? `visitor${index + 1}@demo.example`,
    phone: `+33199009${String(101 + index)}`,
    createdAt: new Date(now.getTime() - daysAgo * DAY_MS).toISOString(),
  }))
}
