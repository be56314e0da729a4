/** Contact messages of the demonstration data. */
import type { Language } from '#shared/domain/text/languages.ts'

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
