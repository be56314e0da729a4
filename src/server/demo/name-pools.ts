/**
 * What the made-up people are called. Given names are everyday ones. Family names are deliberately invented from
 * plain words (palm, moon, acacia, cloud, river …), so that no combination points at a real family, and so that
 * none of them tells a tribe: "Abunakhla" is "father of a palm tree" and belongs to nobody we know of.
 */
export type BothScripts = readonly [latin: string, arabic: string]

export const GIVEN_WOMEN: readonly BothScripts[] = [
  ['Amna', 'آمنة'], ['Hiba', 'هبة'], ['Salma', 'سلمى'], ['Ikhlas', 'إخلاص'], ['Rania', 'رانيا'], ['Nahla', 'نهلة'],
  ['Sitana', 'ستنا'], ['Awadia', 'عوضية'], ['Hawa', 'حواء'], ['Mihad', 'مهاد'], ['Tasneem', 'تسنيم'], ['Wifag', 'وفاق'],
  ['Ibtihal', 'ابتهال'], ['Igbal', 'إقبال'], ['Nagat', 'نجاة'], ['Omnia', 'أمنية'], ['Rawia', 'راوية'], ['Sara', 'سارة'],
  ['Zeinab', 'زينب'], ['Khadiga', 'خديجة'], ['Maha', 'مها'], ['Duaa', 'دعاء'], ['Samah', 'سماح'], ['Tagwa', 'تقوى'],
  ['Alawia', 'علوية'], ['Nafisa', 'نفيسة'], ['Batoul', 'بتول'], ['Rihab', 'رحاب'], ['Shiraz', 'شيراز'], ['Lubna', 'لبنى'],
  ['Huda', 'هدى'], ['Arwa', 'أروى'], ['Marwa', 'مروة'], ['Nisreen', 'نسرين'], ['Fatima Elzahra', 'فاطمة الزهراء'],
  ['Um Elhassan', 'أم الحسن'], ['Bit Elwad', 'بت الواد'], ['Suaad', 'سعاد'], ['Widad', 'وداد'], ['Gamar', 'قمر'],
  ['Mona', 'منى'], ['Rayan', 'ريان'], ['Limia', 'لمياء'], ['Aza', 'عزة'], ['Nuha', 'نهى'], ['Ihsan', 'إحسان'],
]

export const GIVEN_MEN: readonly BothScripts[] = [
  ['Osman', 'عثمان'], ['Tarig', 'طارق'], ['Mohamed', 'محمد'], ['Ahmed', 'أحمد'], ['Mustafa', 'مصطفى'], ['Elfatih', 'الفاتح'],
  ['Abdelrahman', 'عبد الرحمن'], ['Abdelgadir', 'عبد القادر'], ['Elsiddig', 'الصديق'], ['Hisham', 'هشام'], ['Yasir', 'ياسر'],
  ['Mutasim', 'معتصم'], ['Khalid', 'خالد'], ['Babiker', 'بابكر'], ['Idris', 'إدريس'], ['Ibrahim', 'إبراهيم'], ['Adam', 'آدم'],
  ['Ishag', 'إسحاق'], ['Yagoub', 'يعقوب'], ['Haroun', 'هارون'], ['Bakri', 'بكري'], ['Amin', 'أمين'], ['Gasim', 'قاسم'],
  ['Muawia', 'معاوية'], ['Nadir', 'نادر'], ['Sami', 'سامي'], ['Waleed', 'وليد'], ['Awad', 'عوض'], ['Fadul', 'فضل'],
  ['Elamin', 'الأمين'], ['Eltayeb', 'الطيب'], ['Elzain', 'الزين'], ['Mamoun', 'مأمون'], ['Mubarak', 'مبارك'], ['Murtada', 'مرتضى'],
  ['Galal', 'جلال'], ['Kamal', 'كمال'], ['Badreldin', 'بدر الدين'], ['Nureldin', 'نور الدين'], ['Salaheldin', 'صلاح الدين'],
  ['Hassabelrasoul', 'حسب الرسول'], ['Moez', 'معز'], ['Amir', 'أمير'], ['Ayman', 'أيمن'], ['Hatim', 'حاتم'], ['Mazin', 'مازن'],
  ['Mohamed Ahmed', 'محمد أحمد'], ['Abubaker', 'أبو بكر'], ['Zakaria', 'زكريا'], ['Younis', 'يونس'], ['Luay', 'لؤي'], ['Raouf', 'رؤوف'],
]

export const FAMILY: readonly BothScripts[] = [
  ['Abunakhla', 'أبو نخلة'], ['Abugamar', 'أبو قمر'], ['Abusunut', 'أبو سنط'], ['Abusahab', 'أبو سحاب'], ['Wad Elneel', 'ود النيل'],
  ['Elnada', 'الندى'], ['Elgamar', 'القمر'], ['Elghamam', 'الغمام'], ['Elwadi', 'الوادي'], ['Elsahil', 'الساحل'],
  ['Abumatar', 'أبو مطر'], ['Abushajara', 'أبو شجرة'], ['Wad Elreeh', 'ود الريح'], ['Elfajr', 'الفجر'], ['Elshafag', 'الشفق'],
  ['Abuleimoon', 'أبو ليمون'], ['Elsanabil', 'السنابل'], ['Abuganadeel', 'أبو قناديل'], ['Elmarsa', 'المرسى'], ['Elrayhan', 'الريحان'],
  ['Elyasmeen', 'الياسمين'], ['Abudaleeb', 'أبو دليب'], ['Elkhareef', 'الخريف'], ['Elrabie', 'الربيع'], ['Abuhabl', 'أبو حبل'],
  ['Wad Elmatar', 'ود المطر'], ['Elhadeer', 'الهدير'], ['Abufanous', 'أبو فانوس'], ['Elsafina', 'السفينة'], ['Elmanara', 'المنارة'],
  ['Abureesha', 'أبو ريشة'], ['Elgantara', 'القنطرة'], ['Elnoar', 'النوار'], ['Abusaha', 'أبو ساحة'], ['Elbustan', 'البستان'],
  ['Wad Elshams', 'ود الشمس'], ['Abuzahra', 'أبو زهرة'], ['Elnasma', 'النسمة'], ['Abukitab', 'أبو كتاب'], ['Elhamama', 'الحمامة'],
  ['Elturab', 'التراب'], ['Abumirwaha', 'أبو مروحة'], ['Elyanbou', 'الينبوع'], ['Abutamra', 'أبو تمرة'], ['Elsahaba', 'السحابة'],
]

export const FRENCH_GIVEN_WOMEN: readonly string[] = [
  'Élodie', 'Noémie', 'Zoë', 'Anaïs', 'Chloé', 'Aïcha', 'Anne-Sophie', 'Marie-Thérèse', 'Maëlys', 'Inès', 'Léa', 'Hélène', 'Océane',
  'Joséphine', 'Agnès', 'Françoise', 'Loïse', 'Béatrice', 'Solène', 'Gaëlle',
]

export const FRENCH_GIVEN_MEN: readonly string[] = [
  'François', 'Jean-Luc', 'Jérôme', 'Loïc', 'Gaël', 'Benoît', 'Étienne', 'Raphaël', 'Théo', 'Noël', 'Jean-Baptiste', 'Frédéric',
  'Mickaël', 'Hervé', 'Aurélien', 'Cédric', 'Grégoire', 'Rémi',
]

export const FRENCH_FAMILY: readonly string[] = [
  'N’Diaye', "N'Diaye-Lacombe", 'Boisclairet', 'Hautefontaine', 'Clairefeuille', 'Périgelle', 'Sauvageonnet', 'Bréhémoult',
  "D'Aubrecourt", "L'Hermitière", "O'Brannoway", 'Montclairval', 'Vergnelotte', 'Marais-Doucet', 'Œuvrardeau', 'Çélinot', 'de la Noüette',
  'Rivesablon', 'Châtelmont', 'Prévertois',
]

export type HandWrittenName = {
  readonly first: string
  readonly last: string
  /** For documents drawn with Latin capitals only. */
  readonly latinFirst: string
  readonly latinLast: string
  readonly sex: 'm' | 'f'
}

const latin = (sex: 'm' | 'f', first: string, last: string): HandWrittenName => ({ first, last, latinFirst: first, latinLast: last, sex })
const arabic = (sex: 'm' | 'f', first: string, last: string, latinFirst: string, latinLast: string): HandWrittenName => ({
  first,
  last,
  latinFirst,
  latinLast,
  sex,
})

/** Names that break layouts, sorting, search and card printing when somebody was careless. */
export const EDGE_NAMES: readonly HandWrittenName[] = [
  latin('m', 'Mohamed Elfatih Abdelrahman', 'Elsiddig Abdelgadir Abuganadeel'),
  latin('f', 'Marie-Thérèse Anne-Sophie Joséphine', 'de la Noüette-Hautefontaine Abunakhla'),
  latin('m', 'Salaheldin Hassabelrasoul Nureldin', 'Badreldin Abdelrahman Wad Elshams'),
  arabic('m', 'عبد الرحمن صلاح الدين محمد أحمد', 'عبد القادر حسب الرسول أبو قناديل', 'Abdelrahman Salaheldin Mohamed Ahmed', 'Abdelgadir Hassabelrasoul Abuganadeel'),
  arabic('f', 'فاطمة الزهراء أم الحسن', 'عبد الرحمن الصديق ود الشمس', 'Fatima Elzahra Um Elhassan', 'Abdelrahman Elsiddig Wad Elshams'),
  latin('m', 'Jean-Baptiste Frédéric Aurélien', 'Clairefeuille-Montclairval-Boisclairet'),
  latin('f', 'Bo', 'Ly'),
  latin('m', 'Éo', 'Ré'),
  latin('f', 'Ña', 'Øe'),
  latin('m', 'Al', 'Di'),
  arabic('f', 'مي', 'دو', 'Mai', 'Do'),
  arabic('m', 'طه', 'ضو', 'Taha', 'Dau'),
  latin('f', 'Zoë', "O'Brannoway-Abugamar"),
  latin('m', 'D’Artemio', "M'Bassoual"),
  latin('f', 'Nour-El-Houda', 'Ben-El-Wadi'),
  latin('m', 'Aboubakr', 'd’Elmarsa'),
  // Written with vowel marks: the plain spelling must find them.
  arabic('m', 'مُحَمَّد', 'النَّدى', 'Mohamed', 'Elnada'),
  arabic('f', 'سَلْمى', 'الرَّيحان', 'Salma', 'Elrayhan'),
  // The same name with and without hamza, with ta marbuta against ha: four real-life spellings of one person.
  arabic('f', 'امنه', 'ابو نخله', 'Amna', 'Abunakhla'),
  arabic('m', 'احمد', 'ابو شجره', 'Ahmed', 'Abushajara'),
  // One word in each script.
  arabic('m', 'ياسر', 'Hautefontaine', 'Yasir', 'Hautefontaine'),
  arabic('f', 'Gaëlle', 'الياسمين', 'Gaëlle', 'Elyasmeen'),
  latin('f', 'Łucja', 'Żurawinska-Elnada'),
  latin('m', 'Björn', 'Åkerlundsson Abumatar'),
]
