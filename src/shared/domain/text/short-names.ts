/**
 * Names that have too few consonants for their sound to tell them (`sounds.ts`), each with its spellings in both scripts.
 * Spellings that are ordinary words of English or French are left out (`said`, `mai`), and so is علي, which is spelled like "on".
 */
const SHORT_NAMES = `
  abbas عباس | adam adem آدم ادم | adil adel عادل | ahlam أحلام | aisha aicha ayesha aysha aesha عائشة عايشة عائشه
  | alaa علاء علا | amal أمل آمال | amin ameen أمين | amina amna aminah آمنة أمينة | amir ameer amer أمير عامر
  | anas anass أنس | anwar anouar أنور | asia assia آسيا آسية | asim asem عاصم | asma أسماء | ata atta عطا عطاء
  | atif atef عاطف | awad عوض | awadia عوضية | ayman aymen أيمن | ayoub ayub أيوب | aziz عزيز | bahaa بهاء
  | daoud dawood dawoud daud داود داوود | diaa ضياء | dina دينا | duaa دعاء | elias ilyas elyas إلياس | esam issam عصام
  | eisa issa essa aissa isa عيسى | hadi هادي | hana هناء | hani هاني | hawa hawwa hawaa حواء حوا | hiba heba هبة
  | huda houda هدى | iman eman إيمان | imad emad عماد | isaac ishaq ishag issac إسحاق إسحق | jad gad djad جاد
  | laila leila layla ليلى | luay louay لؤي | maha مها | mona mouna muna منى | muawiya mouawia muawia معاوية
  | musa moussa mousa moosa موسى | nada ندى | nadia nadya نادية | naji nagi ناجي | nora noura nura نورة نورا
  | nour noor nur نور | omar omer umar oumar عمر | osama usama oussama أسامة | rabie rabi ربيع | rami رامي | rana رنا
  | rania رانيا | rawda روضة | reem rim ريم | ruqaya roukaya rugaya رقية | saad سعد | saeed saied sayed سعيد سيد
  | safa صفاء | safia safiya صفية | saif seif sayf سيف | sami samy سامي | samia سامية | sara sarah سارة | shadi شادي
  | shaima شيماء | souad suad سعاد | suha سهى | taha طه | taj tadj tag تاج | tayeb tayib eltayeb altayeb الطيب طيب
  | wafa وفاء | wael wail وائل | yahya yahia yehia يحيى | zain zein zayn زين | zaki زكي`

/** The spellings of each name. */
export const SHORT_NAME_SPELLINGS: readonly (readonly string[])[] = SHORT_NAMES.split('|').map(
  (spellings) => spellings.trim().split(/\s+/),
)
