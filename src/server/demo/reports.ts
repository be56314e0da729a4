/** Forty made-up reports in three languages: sixteen English, fourteen Arabic, ten French. */
import { evidenceSeed, type EvidenceScene } from './evidence.ts'
import type { DemoLanguage } from './people.ts'
import { cityName, cityNamed, type CountryCode } from './places.ts'
import { createRandom } from './random.ts'
import { REPORTS_AR } from './report-texts/report-texts-ar.ts'
import { REPORTS_EN } from './report-texts/report-texts-en.ts'
import { REPORTS_FR } from './report-texts/report-texts-fr.ts'
import type { EvidenceText, ReportCategory, ReportText } from './report-texts/report-texts.ts'

export type { ReportCategory } from './report-texts/report-texts.ts'

export type DemoReportStatus = 'not verified' | 'under review' | 'verified' | 'rejected'

type EvidenceCommon = {
  readonly description: string
  readonly uploadedAt: string
  readonly fileName: string
}
export type DemoEvidence = EvidenceCommon &
  (
    | {
        readonly evidenceType: 'image'
        readonly kind: EvidenceScene
        readonly seed: number
        readonly caption: string
      }
    | {
        readonly evidenceType: 'document'
        readonly kind: 'statement'
        readonly title: string
        readonly lines: readonly string[]
      }
  )

export type DemoReport = {
  readonly category: ReportCategory
  /** The category in words, in the report's language: what the reporter typed into the field "type". */
  readonly type: string
  readonly language: DemoLanguage
  readonly description: string
  readonly country: CountryCode
  readonly city: string
  readonly actor: string
  readonly actorName: string
  readonly actorDesc: string
  readonly actorAccount: string
  readonly victim: string
  readonly googleMapLink: string
  readonly status: DemoReportStatus
  readonly verified: boolean
  readonly verifierComment: string
  readonly createdAt: string
  /** Position in `demoMembers()`; 4 is member@demo.example. */
  readonly reporterIndex: number
  readonly evidence: readonly DemoEvidence[]
}

const SEED = 55_221
const DAY_MS = 86_400_000
const MEMBER_ACCOUNT_INDEX = 4

const CATEGORY_TITLES: Readonly<Record<ReportCategory, Readonly<Record<DemoLanguage, string>>>> = {
  'racial-incitement': {
    en: 'Racial incitement and tribal discrimination',
    fr: 'Incitation à la haine raciale et discrimination tribale',
    ar: 'التحريض العنصري والتمييز القبلي',
  },
  'military-attacks': {
    en: 'Military attacks and tribal targeting',
    fr: 'Attaques militaires et ciblage tribal',
    ar: 'الهجمات العسكرية والاستهداف القبلي',
  },
  'civil-rights': {
    en: 'Civil rights violations',
    fr: 'Violations des droits civils',
    ar: 'انتهاكات الحقوق المدنية',
  },
  'physical-violence': {
    en: 'Physical violence and threats',
    fr: 'Violences physiques et menaces',
    ar: 'العنف الجسدي والتهديدات',
  },
  'war-crimes': {
    en: 'War crimes and major violations',
    fr: 'Crimes de guerre et violations graves',
    ar: 'جرائم الحرب والانتهاكات الجسيمة',
  },
}

const SCENE_CAPTIONS: Readonly<Record<EvidenceScene, string>> = {
  'sketch-map': 'Sketch of the area - not to scale',
  skyline: 'View over the town - drawing',
  road: 'Road out of town - drawing',
}

const STATUSES: readonly (readonly [DemoReportStatus, number])[] = [
  ['not verified', 13],
  ['under review', 9],
  ['verified', 13],
  ['rejected', 5],
]

const VERIFIER_COMMENTS: Readonly<
  Record<DemoReportStatus, Readonly<Record<DemoLanguage, readonly string[]>>>
> = {
  'not verified': { en: [''], fr: [''], ar: [''] },
  'under review': {
    en: ['A second source has been asked for.', ''],
    fr: ['Une seconde source est attendue.', ''],
    ar: ['في انتظار مصدر ثانٍ.', ''],
  },
  verified: {
    en: ['Confirmed by two independent sources.', 'Evidence checked; dates and places agree.'],
    fr: [
      'Confirmé par deux sources indépendantes.',
      'Éléments vérifiés ; dates et lieux concordants.',
    ],
    ar: ['أكده مصدران مستقلان.', 'تمت مراجعة الأدلة والتواريخ والأماكن متطابقة.'],
  },
  rejected: {
    en: [
      'Already documented in an earlier report.',
      'Outside the accepted categories: no civilian was affected.',
    ],
    fr: [
      'Déjà documenté dans un signalement antérieur.',
      'Éléments insuffisants après deux relances.',
    ],
    ar: ['سبق توثيقه في بلاغ سابق.', 'الأدلة غير كافية بعد طلبها مرتين.'],
  },
}

function evidenceOf(
  item: EvidenceText,
  reportIndex: number,
  itemIndex: number,
  uploadedAt: string,
): DemoEvidence {
  const number = `${reportIndex + 1}-${itemIndex + 1}`
  const common = { description: item.text, uploadedAt }
  if (item.kind === 'statement') {
    return {
      ...common,
      evidenceType: 'document',
      kind: 'statement',
      title: `Statement ${number}`,
      lines: item.lines,
      fileName: `statement-${number}.pdf`,
    }
  }
  const seed = evidenceSeed(reportIndex, itemIndex)
  return {
    ...common,
    evidenceType: 'image',
    kind: item.kind,
    seed,
    caption: SCENE_CAPTIONS[item.kind],
    fileName: `${item.kind}-${number}.jpg`,
  }
}

/** Newest first. */
export function demoReports(now: Date): readonly DemoReport[] {
  const random = createRandom(SEED)
  const texts: readonly (readonly [DemoLanguage, ReportText])[] = random.shuffle([
    ...REPORTS_EN.map((text) => ['en', text] as const),
    ...REPORTS_AR.map((text) => ['ar', text] as const),
    ...REPORTS_FR.map((text) => ['fr', text] as const),
  ])
  const statuses = random.shuffle(
    STATUSES.flatMap(([status, count]) => Array.from({ length: count }, () => status)),
  )

  return texts
    .map(([language, text], index): DemoReport => {
      const status = statuses[index] ?? 'not verified'
      const place = cityNamed(text.city)
      const createdAt = new Date(
        now.getTime() - (0.3 + (index / texts.length) ** 1.5 * 420 + random.next() * 3) * DAY_MS,
      )
      // Evidence comes with the report or some hours later, never after now.
      const uploadedAt = (item: number): string =>
        new Date(
          Math.min(now.getTime(), createdAt.getTime() + item * random.int(1, 40) * 3_600_000),
        ).toISOString()
      return {
        category: text.category,
        type: CATEGORY_TITLES[text.category][language],
        language,
        description: text.description,
        country: place.country,
        city: cityName(place, language === 'ar' ? 'arabic' : 'latin'),
        actor: text.actor,
        actorName: text.actorName,
        actorDesc: text.actorDesc,
        actorAccount: text.actorAccount,
        victim: text.victim,
        googleMapLink: `https://www.google.com/maps?q=${place.latitude},${place.longitude}`,
        status,
        verified: status === 'verified',
        verifierComment: random.pick(VERIFIER_COMMENTS[status][language]),
        createdAt: createdAt.toISOString(),
        reporterIndex: index % 6 === 0 ? MEMBER_ACCOUNT_INDEX : random.int(5, 120),
        evidence: text.evidence.map((item, itemIndex) =>
          evidenceOf(item, index, itemIndex, uploadedAt(itemIndex)),
        ),
      }
    })
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}
