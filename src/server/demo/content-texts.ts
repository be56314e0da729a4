/** The texts of events and news, each written in its language and not translated word by word. */
import type { DemoLanguage } from './people.ts'

export type EventText = {
  readonly title: string
  readonly description: string
  readonly fullContent: string
  readonly goals: readonly string[]
  readonly organizer: string
  readonly location: string
  readonly contactPerson: string
}
export type NewsText = {
  readonly title: string
  readonly description: string
  readonly fullContent: string
}
export type InLanguages<T> = Readonly<Record<DemoLanguage, T>>

const ORGANIZER: InLanguages<string> = {
  en: 'WLD, board of the association',
  fr: 'WLD, bureau de l’association',
  ar: 'مكتب جمعية WLD',
}

const CONTACT_PERSON: InLanguages<string> = {
  en: 'Association office',
  fr: 'Bureau de l’association',
  ar: 'مكتب الجمعية',
}

export const GENERAL_ASSEMBLY: InLanguages<EventText> = {
  en: {
    title: 'General Assembly',
    description:
      'Members meet in Paris to hear the annual report, adopt the accounts and elect the board.',
    fullContent:
      'The General Assembly is where members decide. The board presents what has been done over the year and what it has cost, answers questions, and puts the programme of the coming year to the vote.\n\nDoors open at 9:30. Please bring your membership card, on paper or on your phone: it is scanned at the entrance, and only members may vote. Coffee is served during the break, and lunch afterwards is shared, so a dish to pass around is welcome.\n\nInterpretation between Arabic, French and English is provided. The hall has step-free access, and children are looked after in the next room.',
    goals: [
      'Present the annual report and the accounts',
      'Elect the members of the board',
      'Vote on the programme of the coming year',
      'Welcome new members',
    ],
    organizer: ORGANIZER.en,
    contactPerson: CONTACT_PERSON.en,
    location: 'Paris, France',
  },
  fr: {
    title: 'Assemblée générale',
    description:
      'Les adhérents se retrouvent à Paris pour entendre le rapport annuel, approuver les comptes et élire le bureau.',
    fullContent:
      'L’assemblée générale est le lieu où les adhérents décident. Le bureau y présente le travail de l’année et son coût, répond aux questions et soumet au vote le programme de l’année suivante.\n\nAccueil à partir de 9 h 30. Pensez à votre carte d’adhérent, imprimée ou sur votre téléphone : elle est scannée à l’entrée et seuls les adhérents peuvent voter. Un café est offert à la pause ; le déjeuner qui suit est partagé, chacun peut apporter un plat.\n\nLes échanges sont interprétés en arabe, en français et en anglais. La salle est accessible aux personnes à mobilité réduite et une garderie est prévue à côté.',
    goals: [
      'Présenter le rapport d’activité et les comptes',
      'Élire les membres du bureau',
      'Voter le programme de l’année à venir',
      'Accueillir les nouveaux adhérents',
    ],
    organizer: ORGANIZER.fr,
    contactPerson: CONTACT_PERSON.fr,
    location: 'Paris, France',
  },
  ar: {
    title: 'الجمعية العمومية',
    description: 'يلتقي الأعضاء في باريس لمناقشة التقرير السنوي وإجازة الحسابات وانتخاب المكتب.',
    fullContent:
      'الجمعية العمومية هي المكان الذي يتخذ فيه الأعضاء قراراتهم. يعرض المكتب ما أُنجز خلال العام وما أُنفق، ويجيب عن الأسئلة، ثم يُطرح برنامج العام المقبل للتصويت.\n\nتُفتح الأبواب في التاسعة والنصف صباحًا. نرجو إحضار بطاقة العضوية، مطبوعة أو على الهاتف، إذ يجري التحقق منها عند المدخل، ويقتصر التصويت على الأعضاء. تُقدَّم القهوة في فترة الاستراحة، ويعقبها غداء مشترك، ومرحبًا بمن أراد أن يشارك بطبق من بيته.\n\nتتوفر الترجمة بين العربية والفرنسية والإنجليزية، والقاعة مهيأة لذوي الحركة المحدودة، وهناك ركن للأطفال في القاعة المجاورة.',
    goals: [
      'عرض التقرير السنوي والحسابات',
      'انتخاب أعضاء المكتب',
      'التصويت على برنامج العام المقبل',
      'الترحيب بالأعضاء الجدد',
    ],
    organizer: ORGANIZER.ar,
    contactPerson: CONTACT_PERSON.ar,
    location: 'باريس، فرنسا',
  },
}

export const OFFICIAL_LAUNCH: InLanguages<EventText> = {
  en: {
    title: 'Official Launch',
    description:
      'An afternoon to present the association to the public: its work, its people and its platform.',
    fullContent:
      'Come and see what we do. In short talks, volunteers explain how membership works, how reports of violations are received and checked, and how the people who speak up are protected.\n\nMembers of the team are at the stands all afternoon: you can register on the spot, have your card explained, or simply ask. Music and Sudanese food from five o’clock.\n\nAdmission is free and open to everyone. Please register so that there are enough chairs.',
    goals: [
      'Present the association to the public',
      'Show the digital membership card',
      'Explain how violations are documented',
      'Meet partners and future volunteers',
    ],
    organizer: ORGANIZER.en,
    contactPerson: CONTACT_PERSON.en,
    location: 'Paris, France',
  },
  fr: {
    title: 'Lancement officiel',
    description:
      'Un après-midi pour présenter l’association au public : son action, son équipe et sa plateforme.',
    fullContent:
      'Venez découvrir ce que nous faisons. De courtes interventions expliquent comment adhérer, comment les signalements de violations sont reçus puis vérifiés, et comment sont protégées les personnes qui témoignent.\n\nL’équipe vous accueille tout l’après-midi sur les stands : inscription sur place, présentation de la carte, réponses à vos questions. Musique et cuisine soudanaise à partir de 17 heures.\n\nEntrée libre et ouverte à tous ; merci de vous inscrire pour que nous prévoyions assez de places.',
    goals: [
      'Faire connaître l’association au grand public',
      'Présenter la carte d’adhérent numérique',
      'Expliquer la documentation des violations',
      'Rencontrer partenaires et futurs bénévoles',
    ],
    organizer: ORGANIZER.fr,
    contactPerson: CONTACT_PERSON.fr,
    location: 'Paris, France',
  },
  ar: {
    title: 'التدشين الرسمي',
    description: 'أمسية مفتوحة للتعريف بالجمعية وعملها وفريقها ومنصتها الإلكترونية.',
    fullContent:
      'ندعوكم إلى التعرف على ما نقوم به. في كلمات قصيرة يشرح المتطوعون كيفية الانضمام إلى الجمعية، وكيف تُستقبل بلاغات الانتهاكات ويجري التحقق منها، وكيف نحمي من يدلون بشهاداتهم.\n\nيكون الفريق في استقبالكم طوال فترة ما بعد الظهر للتسجيل في المكان والتعريف بالبطاقة والإجابة عن أسئلتكم. وتبدأ الفقرات الموسيقية والمأكولات السودانية في الخامسة مساءً.\n\nالدخول مجاني والدعوة عامة، ونرجو التسجيل مسبقًا حتى نوفر العدد الكافي من المقاعد.',
    goals: [
      'تعريف الجمهور بالجمعية',
      'تقديم بطاقة العضوية الرقمية',
      'شرح آلية توثيق الانتهاكات',
      'اللقاء بالشركاء والمتطوعين الجدد',
    ],
    organizer: ORGANIZER.ar,
    contactPerson: CONTACT_PERSON.ar,
    location: 'باريس، فرنسا',
  },
}

export const NEWS_TEXTS = {
  'website-launch': {
    en: {
      title: 'Our website is online',
      description:
        'Registration, the membership card and the reports platform are now in one place, in three languages.',
      fullContent:
        'Our website is online. You can apply for membership, follow your request, and carry your membership card on your phone. The site speaks Arabic, French and English and works on a slow connection.\n\nReports of violations can be read by everyone and written by members. Every report is checked before it is marked as verified, and the name of the person who wrote it is never published.\n\nIf something does not work, tell us through the contact page. We read every message.',
    },
    fr: {
      title: 'Notre site est en ligne',
      description:
        'Adhésion, carte de membre et plateforme de signalement réunies au même endroit, en trois langues.',
      fullContent:
        'Notre site est en ligne. Vous pouvez y demander votre adhésion, suivre votre dossier et garder votre carte sur votre téléphone. Le site existe en arabe, en français et en anglais, et reste utilisable avec une connexion lente.\n\nLes signalements de violations sont consultables par tous et rédigés par les adhérents. Chacun est examiné avant d’être marqué comme vérifié, et le nom de son auteur n’est jamais publié.\n\nUn problème ? Écrivez-nous depuis la page de contact : nous lisons tous les messages.',
    },
    ar: {
      title: 'انطلاق موقعنا الإلكتروني',
      description: 'التسجيل وبطاقة العضوية ومنصة البلاغات في مكان واحد وبثلاث لغات.',
      fullContent:
        'انطلق موقعنا الإلكتروني. يمكنكم من خلاله تقديم طلب العضوية ومتابعته، والاحتفاظ ببطاقة العضوية في هواتفكم. الموقع متاح بالعربية والفرنسية والإنجليزية، ويعمل حتى مع الاتصال البطيء.\n\nيستطيع الجميع الاطلاع على بلاغات الانتهاكات، ويكتبها الأعضاء. يُراجَع كل بلاغ قبل اعتماده، ولا يُنشر اسم صاحبه أبدًا.\n\nإن واجهتكم مشكلة فراسلونا عبر صفحة الاتصال، فنحن نقرأ كل رسالة.',
    },
  },
  partnerships: {
    en: {
      title: 'New partnerships',
      description:
        'Legal advice, language courses and a place to meet: three agreements that help members in everyday life.',
      fullContent:
        'Over the past weeks we have concluded three agreements with local organisations. From now on, members can see a lawyer free of charge once a month, join language courses in small groups, and use a meeting room at weekends.\n\nAppointments are given by the office. Show your membership card on arrival; no other paper is needed, and our partners learn nothing about you beyond the fact that your card is valid.\n\nWe are looking for partners in other cities. If you know an organisation that might be interested, put us in touch.',
    },
    fr: {
      title: 'De nouveaux partenariats',
      description:
        'Conseil juridique, cours de langue et lieu de rencontre : trois accords utiles au quotidien.',
      fullContent:
        'Ces dernières semaines, nous avons conclu trois accords avec des structures locales. Les adhérents peuvent désormais consulter gratuitement un avocat une fois par mois, suivre des cours de langue en petit groupe et disposer d’une salle de réunion le week-end.\n\nLes rendez-vous se prennent auprès du bureau. Il suffit de présenter sa carte en arrivant : aucun autre document n’est demandé et nos partenaires n’apprennent rien de vous, sinon que votre carte est valable.\n\nNous cherchons des partenaires dans d’autres villes. Si vous connaissez une structure intéressée, mettez-nous en relation.',
    },
    ar: {
      title: 'شراكات جديدة',
      description:
        'استشارات قانونية ودروس لغة ومكان للقاء: ثلاث اتفاقيات تخدم الأعضاء في حياتهم اليومية.',
      fullContent:
        'أبرمنا خلال الأسابيع الماضية ثلاث اتفاقيات مع جهات محلية. أصبح بإمكان الأعضاء استشارة محامٍ مجانًا مرة في الشهر، والالتحاق بدروس اللغة في مجموعات صغيرة، واستخدام قاعة للاجتماعات في عطلة نهاية الأسبوع.\n\nتُحجز المواعيد عن طريق المكتب، ويكفي إبراز بطاقة العضوية عند الوصول. لا يُطلب أي مستند آخر، ولا يعرف شركاؤنا عنكم سوى أن البطاقة سارية.\n\nنبحث عن شركاء في مدن أخرى، فإن كنتم تعرفون جهة مهتمة فصِلونا بها.',
    },
  },
  'general-assembly': {
    en: {
      title: 'General Assembly in Paris',
      description:
        'On 3 May 2025 members meet in Paris to elect the board and to decide on the programme of the year.',
      fullContent:
        'The General Assembly takes place in Paris on Saturday 3 May 2025. On the agenda: the annual report, the accounts, the election of the board and the programme of the coming year.\n\nEvery active member may speak and vote. Your membership card is your admission; it is checked at the entrance within a second. Members who cannot come may follow the assembly online, without a vote.\n\nProposals for the agenda can be sent through the contact page until two weeks before the assembly.',
    },
    fr: {
      title: 'Assemblée générale à Paris',
      description:
        'Le 3 mai 2025, les adhérents se réunissent à Paris pour élire le bureau et fixer le programme de l’année.',
      fullContent:
        'L’assemblée générale se tient à Paris le samedi 3 mai 2025. À l’ordre du jour : le rapport d’activité, les comptes, l’élection du bureau et le programme de l’année à venir.\n\nTout adhérent actif peut prendre la parole et voter. Votre carte fait office d’entrée ; elle est contrôlée à l’accueil en une seconde. Les absents pourront suivre les échanges en ligne, sans prendre part au vote.\n\nLes propositions pour l’ordre du jour sont reçues par la page de contact jusqu’à deux semaines avant la date.',
    },
    ar: {
      title: 'الجمعية العمومية في باريس',
      description: 'يلتقي الأعضاء في باريس يوم 3 مايو 2025 لانتخاب المكتب وإجازة برنامج العام.',
      fullContent:
        'تنعقد الجمعية العمومية في باريس يوم السبت 3 مايو 2025، ويشمل جدول الأعمال التقرير السنوي والحسابات وانتخاب المكتب وبرنامج العام المقبل.\n\nيحق لكل عضو نشط أن يتحدث ويصوّت. بطاقة العضوية هي بطاقة الدخول، ويجري التحقق منها عند الباب في ثانية واحدة. ومن تعذر عليه الحضور يمكنه متابعة الجلسة عبر الإنترنت من دون تصويت.\n\nتُستقبل المقترحات لجدول الأعمال عبر صفحة الاتصال حتى أسبوعين قبل موعد الجمعية.',
    },
  },
} as const satisfies Readonly<Record<string, InLanguages<NewsText>>>
