/** Pages that the search finds, with words in all three languages: people search in one and read in another. */
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import type { SessionState } from '../../platform/session/session.ts'

type Viewer = 'everybody' | 'members' | 'visitors'

interface SitePage {
  /** Key under `search:pages`. */
  readonly key: string
  readonly path: string
  readonly for: Viewer
  readonly words: string
}

/** A program of its own: a link to it loads it as a page. */
export const TELL_PATH = '/tell'
export const STATISTICS_PATH = '/reports/statistics'

const PAGES = [
  { key: 'home', path: '/', for: 'everybody', words: 'home start accueil الرئيسية البداية' },
  {
    key: 'about',
    path: '/about',
    for: 'everybody',
    words:
      'about association mission values vision principles flag horse stars who we are à propos association valeurs drapeau cheval étoiles qui sommes-nous عن الجمعية من نحن رسالتنا رؤية قيم مبادئ علم حصان نجوم',
  },
  {
    key: 'events',
    path: '/events',
    for: 'everybody',
    words:
      'events meetings assembly calendar agenda événements réunions assemblée rencontres calendrier الفعاليات فعالية اجتماعات لقاءات الجمعية العمومية تقويم',
  },
  {
    key: 'news',
    path: '/news',
    for: 'everybody',
    words:
      'news articles announcements actualités nouvelles articles annonces الأخبار أخبار مقالات إعلانات',
  },
  {
    key: 'community',
    path: '/community',
    for: 'everybody',
    words:
      'community connect discuss share support groups communauté échanger discuter partager soutien groupes المجتمع تواصل نقاش مشاركة دعم مجموعات',
  },
  {
    key: 'reports',
    path: '/reports',
    for: 'everybody',
    words:
      'reports violations evidence human rights document abuse signalements signaler violations preuves droits humains البلاغات بلاغ انتهاكات أدلة حقوق الإنسان توثيق',
  },
  {
    key: 'tell',
    path: TELL_PATH,
    for: 'everybody',
    words:
      'report tell without an account anonymous witness violation signaler signalement sans compte anonyme témoin témoigner الإبلاغ أبلغ بلاغ دون حساب مجهول شاهد شهادة',
  },
  {
    key: 'statistics',
    path: STATISTICS_PATH,
    for: 'everybody',
    words:
      'reports statistics numbers figures charts signalements signaler statistiques chiffres graphiques البلاغات بلاغ إحصاءات أرقام رسوم',
  },
  {
    key: 'contact',
    path: '/contact',
    for: 'everybody',
    words:
      'contact message write e-mail email phone help question urgent contact écrire message aide joindre urgence تواصل معنا اتصل راسلنا رسالة بريد هاتف مساعدة استفسار عاجل',
  },
  {
    key: 'donate',
    path: '/donate',
    for: 'everybody',
    words:
      'donate donation give money pledge treasury bank paypal card don donner argent promesse trésorerie virement تبرع تبرعات مال دعم تعهد الخزينة بنك تحويل',
  },
  {
    key: 'register',
    path: '/register',
    for: 'visitors',
    words:
      'register join member membership sign up account adhérer adhésion inscription devenir membre compte تسجيل انضمام عضوية عضو حساب جديد',
  },
  {
    key: 'login',
    path: '/login',
    for: 'visitors',
    words:
      'login sign in log in password connexion se connecter mot de passe دخول تسجيل الدخول كلمة المرور',
  },
  {
    key: 'resetPassword',
    path: '/reset-password',
    for: 'visitors',
    words: 'reset forgot password new mot de passe oublié réinitialiser نسيت كلمة المرور استعادة',
  },
  {
    key: 'newsletter',
    path: '/newsletter',
    for: 'everybody',
    words:
      'newsletter subscribe unsubscribe mail lettre d’information s’abonner désabonner النشرة البريدية اشتراك إلغاء الاشتراك',
  },
  {
    key: 'settings',
    path: '/settings',
    for: 'everybody',
    words:
      'settings language theme dark light appearance notifications paramètres réglages langue thème sombre clair apparence الإعدادات اللغة المظهر داكن فاتح الإشعارات',
  },
  {
    key: 'terms',
    path: '/terms',
    for: 'everybody',
    words:
      'terms conditions privacy data protection rules conditions générales confidentialité données règles الشروط الأحكام الخصوصية البيانات القواعد',
  },
  {
    key: 'legal',
    path: '/legal',
    for: 'everybody',
    words:
      'legal notice imprint publisher host association mentions légales éditeur hébergeur siège البيانات القانونية الناشر الاستضافة الجمعية',
  },
  {
    key: 'privacy',
    path: '/privacy',
    for: 'everybody',
    words:
      'privacy personal data protection gdpr cookies retention rights confidentialité données personnelles rgpd durée droits الخصوصية البيانات الشخصية الحفظ الحقوق',
  },
  {
    key: 'idCard',
    path: '/id-card',
    for: 'members',
    words:
      'id card membership card qr code print download carte de membre imprimer télécharger بطاقة العضوية الهوية رمز طباعة تنزيل',
  },
  {
    key: 'profile',
    path: '/profile',
    for: 'members',
    words:
      'profile my data photo password phone e-mail devices profil mes données photo mot de passe appareils ملفي الشخصي بياناتي صورة كلمة المرور الأجهزة',
  },
  {
    key: 'myRole',
    path: '/my-role',
    for: 'members',
    words: 'role responsibilities rôle responsabilités دوري المسؤوليات الصلاحيات',
  },
  {
    key: 'comingSoon',
    path: '/coming-soon',
    for: 'everybody',
    words: 'coming soon plans bientôt projets قريبًا خطط',
  },
] as const satisfies readonly SitePage[]
export type PageKey = (typeof PAGES)[number]['key']

const FOLDED = PAGES.map((page) => ({ ...page, folded: ` ${foldForSearch(page.words)}` }))

const mayFollow = (viewer: Viewer, state: SessionState['state']): boolean =>
  viewer === 'everybody' || (state === 'authenticated') === (viewer === 'members')

export interface FoundPage {
  readonly key: PageKey
  readonly path: string
}

/**
 * Pages with a word that starts like each word of the search, those first whose title does.
 * @param title of a page in the language of the interface
 */
export function findPages(
  words: readonly string[],
  {
    title,
    exists,
    state,
  }: {
    readonly title: (key: PageKey) => string
    readonly exists: (path: string) => boolean
    readonly state: SessionState['state']
  },
): readonly FoundPage[] {
  const starts = (text: string): boolean =>
    words.every((word) => text.includes(` ${word}`) || text.includes(` ال${word}`))
  const inTitle = (key: PageKey): boolean => starts(` ${foldForSearch(title(key))}`)
  const found = FOLDED.filter(
    ({ key, path, folded, for: viewer }) =>
      exists(path) && mayFollow(viewer, state) && (starts(folded) || inTitle(key)),
  )
  return found
    .map(({ key, path }) => ({ key, path, first: inTitle(key) }))
    .toSorted((one, other) => Number(other.first) - Number(one.first))
}
