/** The texts use one word for one thing. The terms of the three languages are in section 8 of docs/glossary.md. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import contents from '#server/features/settings/first-contents.json' with { type: 'json' }
import type { Language } from '#shared/domain/text/languages.ts'

const locales = join(import.meta.dirname, '..', 'locales')

interface Term {
  readonly language: Language
  readonly forbidden: RegExp
  readonly instead: string
  /** Beginnings of the keys that may use the word, each because it means something else there. */
  readonly except?: readonly string[]
}

const TERMS: readonly Term[] = [
  {
    language: 'en',
    forbidden: /\bvoices?\b/i,
    instead: 'vote or proxy',
    // These texts mean the sound of a person who speaks, and speaking for civilians.
    except: [
      'reportWrite.voice',
      'reportWrite.publicCopy.voice',
      'reportWrite.safety',
      'home.hero',
    ],
  },
  { language: 'en', forbidden: /\banew\b/, instead: 'again, or another verb' },
  { language: 'en', forbidden: /\bby itself\b/, instead: 'automatically' },
  {
    language: 'en',
    forbidden: /\bat once\b/,
    instead: 'immediately',
    // The import means "together".
    except: ['userManagement.import'],
  },
  { language: 'en', forbidden: /\btakes? (it|the card) away\b/i, instead: 'remove' },
  { language: 'en', forbidden: /\b[Aa]cts\b/, instead: 'actions' },
  { language: 'en', forbidden: /\bfilms?\b/i, instead: 'video' },
  {
    language: 'en',
    forbidden: /(?<!device |\{\{)\bstates?\b/i,
    instead: 'status or version',
    // A connection is in a state.
    except: ['desktopSettings.diagnostics'],
  },
  { language: 'en', forbidden: /\bpromised\b/i, instead: 'pledged' },
  { language: 'en', forbidden: /\btelephone\b/i, instead: 'phone' },
  {
    language: 'en',
    forbidden: /(?:^|[.:] )(?:You|It was) [^.?!]*\?/,
    instead: 'a sentence with "if"',
  },
  {
    language: 'en',
    forbidden: /, also (?:what|when|for|from|those)\b/,
    instead: 'including, or even if',
  },
  {
    language: 'en',
    forbidden: /\bthe last ones?\b/i,
    instead: 'the most recent, or of the last update',
  },
  { language: 'en', forbidden: /\bname nobody\b/i, instead: 'do not name anybody' },
  { language: 'en', forbidden: /\bthe older record\b/i, instead: 'the record created first' },
  { language: 'en', forbidden: /\w meanwhile\b/, instead: 'in the meantime' },
  {
    language: 'en',
    forbidden: /\b(?:it|file|everything) goes(?: with| for good|,)|\bnotes go\b/,
    instead: 'is erased, or is deleted',
  },
  { language: 'en', forbidden: /\banswers? for\b/, instead: 'is responsible for' },
  { language: 'en', forbidden: /\bnot secret\b/, instead: 'not private' },
  {
    language: 'en',
    forbidden: /\b(?:is|are|be|was) told\b/,
    instead: 'learns, or is informed',
  },
  { language: 'en', forbidden: /\bknown here\b/, instead: 'we recognise, or this device knows' },
  { language: 'en', forbidden: /\b(?:take|takes|taken|took) out\b/, instead: 'remove' },
  {
    language: 'en',
    forbidden: /\bdoes not (?:respond|reply|answer)\b/,
    instead: 'is not responding',
  },
  { language: 'en', forbidden: /\ball the same\b/, instead: 'still' },
  {
    language: 'en',
    forbidden: /\b(?:disk|database|computer) cannot be written(?! to)/,
    instead: 'cannot be written to',
  },
  { language: 'en', forbidden: /\byour finger\b/i, instead: 'fingerprint' },
  { language: 'en', forbidden: /\bbeginning with\b/, instead: 'starting with' },
  {
    language: 'en',
    forbidden: /\bperson who operates\b/,
    instead: 'the person who runs the server',
  },
  { language: 'en', forbidden: /^To the (?!end)/, instead: 'a verb: go to, or open' },
  {
    language: 'en',
    // To convene members means that they meet: "convened on 3 May" named the wrong day.
    forbidden: /\bconven(?:e|ed|es|ing)\b|\bconvocations?\b/i,
    instead: 'to send the notice of an assembly, or its second call',
  },
  { language: 'en', forbidden: /\boperators?\b/i, instead: 'the person who runs the server' },
  {
    language: 'en',
    forbidden: /\b(?:some|any|every)one\b/i,
    instead: 'somebody, anybody, everybody, as the other texts do',
  },
  { language: 'en', forbidden: /[\d}] %/, instead: '% without a space' },
  {
    language: 'en',
    forbidden: /administrators? (?:has|have) to confirm|administrator confirms (?:it|them)\b/,
    instead: 'approve, as the page Approvals does',
  },
  { language: 'en', forbidden: /does not look like/, instead: 'what to enter: "Enter a valid …"' },
  {
    language: 'en',
    // A page gives instructions. Letters to a person may ask.
    forbidden: /\bplease\b/i,
    instead: 'the instruction alone',
    except: [
      'mail.',
      'claimReplies.',
      'claims.templates',
      'registrationRequests.reasons',
      'idCard.card.found',
      'firstContents.',
      // Literal texts of the specification.
      'registration.generalError',
      'toasts.requestFailed',
    ],
  },
  { language: 'en', forbidden: /\bwhoever\b/i, instead: 'the person who, or people who' },
  { language: 'en', forbidden: /\bviewings\b|\b(?:each|every|one|a) viewing\b/i, instead: 'view' },
  {
    language: 'en',
    forbidden: /\b(?:any|every|no|some)thing that (?:you|we|they)\b/i,
    instead: 'the clause without "that"',
  },
  {
    language: 'en',
    forbidden: /\b(?:the|which|such|erased|incorrect) data (?:are|come|were|have)\b/i,
    instead: 'data is',
  },
  {
    language: 'en',
    forbidden: /\bstands? (?:in|on|at|under|there)\b/,
    instead: 'is, or says',
  },
  {
    language: 'en',
    forbidden: /(?<!\bto )(?<!\bor )\bstays?(?:[.;,]|$)/,
    instead: 'is kept, or is not affected',
    // The wording of the consent to the tribe, with a day of its own.
    except: ['registration.terms', 'profile.agreements.boxes'],
  },
  { language: 'en', forbidden: /\bholds (?:what|the names|names)\b/, instead: 'contains' },
  { language: 'en', forbidden: /\bof (?:its|their|your) own\b(?! \w)/, instead: 'its own' },
  { language: 'en', forbidden: /\byou vote yourself\b/, instead: 'you vote in person' },
  { language: 'en', forbidden: /\bneeds? a correction\b/, instead: 'needs correcting' },
  {
    language: 'en',
    forbidden: /\buses? (?:of )?(?:my|your|their) tribe\b(?!’s)/,
    instead: 'the name of the tribe',
  },
  { language: 'fr', forbidden: /courriel(?!s? indésirable)/i, instead: 'email' },
  // A line may end after its hyphen, so that labels and buttons broke there ("e-/mail"). U+2011 is no way out: our font lacks it.
  { language: 'fr', forbidden: /e[-‑]mail/i, instead: 'email' },
  { language: 'fr', forbidden: /\ben examen\b/i, instead: 'en cours d’examen, or pris en charge' },
  { language: 'fr', forbidden: /\bbornes?\b/i, instead: 'poste' },
  {
    language: 'fr',
    forbidden: /réviseur|gestionnaires? de contenu/i,
    instead: 'the name of the role',
  },
  { language: 'fr', forbidden: /réémi|réémettre/i, instead: 'remplacer' },
  { language: 'fr', forbidden: /adhérent/i, instead: 'membre' },
  { language: 'fr', forbidden: /\bstatue[rz]?\b|\bstatué/i, instead: 'décider, or traiter' },
  { language: 'fr', forbidden: /sans signe de vie/i, instead: 'dont nous sommes sans nouvelles' },
  {
    language: 'fr',
    forbidden:
      /effac\p{L}+ (?:définitivement )?(?:le|mon|un|votre) compte|compte (?:\p{L}+ ){0,3}effacé/iu,
    instead: 'supprimer le compte',
  },
  {
    language: 'fr',
    forbidden: /(?:^|[.:] )(?:Vous|Ce n’était|C’était|Cela) [^.?!]*\?/,
    instead: 'a sentence with "si"',
  },
  {
    language: 'fr',
    forbidden: /^Vers (?:les? |la |l’)(?!\{)/,
    instead: 'a verb in the infinitive',
  },
  { language: 'fr', forbidden: /\bn’est pas secret\b/, instead: 'n’est pas confidentiel' },
  {
    language: 'fr',
    forbidden: /\bconnue?s? ici\b/,
    instead: 'nous ne reconnaissons pas, or cet appareil ignore',
  },
  { language: 'fr', forbidden: /\bne changent? plus\b/, instead: 'ne peut plus être modifié' },
  { language: 'fr', forbidden: /\bexploitant/i, instead: 'la personne qui gère le serveur' },
  // "À nouveau" means in another way.
  { language: 'fr', forbidden: /\bà nouveau\b/i, instead: 'de nouveau' },
  {
    language: 'fr',
    forbidden: /contrôl\p{L}+ (?:les|des|la|votre|d’une) carte|cartes? [^.]*contrôlé/iu,
    instead: 'vérifier',
    except: ['terms.articles'],
  },
  {
    language: 'fr',
    forbidden: /\. Veuillez /,
    instead: 'the imperative alone after a sentence',
    // Prepared letters to an applicant.
    except: ['registrationRequests.reasons'],
  },
  {
    language: 'fr',
    forbidden: /[\d}] (?:%|(?:Mo|Go|ko|km|mm)\b)/,
    instead: 'a no-break space before a unit',
  },
  { language: 'fr', forbidden: /[^\s\u00a0\u202f] [:;!?»]/u, instead: 'a no-break space' },
  { language: 'fr', forbidden: /\u00a0[;!?]/u, instead: 'a narrow no-break space' },
  { language: 'fr', forbidden: /\u202f[:»]|«\u202f/u, instead: 'a no-break space of full width' },
  // "Résoudre un message" is English: a message is answered, or dealt with.
  {
    language: 'fr',
    forbidden: /\brésol(?:u|us|ue|ues|vez)\b|\brésoudre\b/i,
    instead: 'traité, or marquer comme traité',
  },
  { language: 'fr', forbidden: /points? de contrôle/i, instead: 'poste de contrôle' },
  // "A découvert" means: has found.
  { language: 'fr', forbidden: /\bA découvert\b/, instead: 'A démasqué' },
  { language: 'fr', forbidden: /\b(?:dons?|donner) sans nom\b/i, instead: 'anonyme, anonymement' },
  {
    language: 'fr',
    forbidden: /\bsous «/,
    instead: 'dans «',
    // The terms are a legal text with a date of their own.
    except: ['terms.articles'],
  },
  { language: 'fr', forbidden: /\ben de mauvaises mains/i, instead: 'entre de mauvaises mains' },
  {
    language: 'fr',
    forbidden: /applications? de codes/i,
    instead: 'application d’authentification',
  },
  { language: 'fr', forbidden: /\bSi cela (?:continue|dure)/, instead: 'Si le problème persiste' },
  { language: 'fr', forbidden: /\bTrop d’essais/, instead: 'Trop de tentatives' },
  {
    language: 'fr',
    forbidden: /aujourd’hui ou un jour/,
    instead: 'la date du jour ou une date passée, or ultérieure',
  },
  // What has been sent is not "called back".
  { language: 'fr', forbidden: /être rappelée?s?\b/, instead: 'l’envoi ne peut pas être annulé' },
  // The police do that.
  { language: 'fr', forbidden: /\binterrog/i, instead: 'contacter, or récrire' },
  { language: 'fr', forbidden: /\bmonnaie/i, instead: 'devise' },
  {
    language: 'fr',
    forbidden: /\b(?:site|page|liste) (?:ne )?(?:le |la |les |l’)?montre\b/,
    instead: 'affiche, or indique',
  },
  // Said of people, it tells of an abduction.
  {
    language: 'fr',
    forbidden: /personnes? (?:dispara[iî]|est effacée)/,
    instead: 'le dossier est supprimé',
  },
  { language: 'fr', forbidden: /\bne dit rien d/, instead: 'on ne sait pas si' },
  {
    language: 'fr',
    forbidden: /Personne de l’association ne/,
    instead: 'L’association ne … jamais',
  },
  {
    language: 'fr',
    forbidden: /\bnous demandons (?:donc )?votre mot de passe/,
    instead: 'nous vous demandons donc votre mot de passe',
  },
  {
    language: 'fr',
    forbidden: /\butilise[rz]? (?:ma|sa|votre) tribu\b|\butilisation de (?:la|ma|sa) tribu\b/i,
    instead: 'le nom de la tribu',
  },
  { language: 'fr', forbidden: /(?:^M|\bm)embre depuis$/, instead: 'Membre depuis le' },
  {
    language: 'fr',
    forbidden: /\b(?:demande|requête) (?:a échoué|a été annulée|est trop)/,
    instead: 'opération or envoi, because a demande is one for membership',
  },
  { language: 'ar', forbidden: /من فضلك/u, instead: 'nothing: only letters ask' },
  { language: 'ar', forbidden: /توكيل|وكّل/u, instead: 'تفويض' },
  { language: 'ar', forbidden: /المسؤولون/u, instead: 'مديرو النظام' },
  { language: 'ar', forbidden: /مصرفي/u, instead: 'بنكي' },
  { language: 'ar', forbidden: /موثّق/u, instead: 'تم التحقق منه' },
  { language: 'ar', forbidden: /استرجاع/u, instead: 'استعادة' },
  { language: 'ar', forbidden: /مجددًا/u, instead: 'مرة أخرى' },
  { language: 'ar', forbidden: /برمجيات/u, instead: 'جافاسكربت' },
  { language: 'ar', forbidden: /الجمعية العامة/u, instead: 'الجمعية العمومية' },
  { language: 'ar', forbidden: /العوامل الثانية|العامل الثاني/u, instead: 'عامل التحقق الثاني' },
  {
    language: 'ar',
    forbidden: /(?:^|[.:] )(?:لم|كنت|لست|لا تعرف|غيّرت|فقدت|تعذّر|هل يبدو) [^.؟!]*؟/u,
    instead: 'a sentence with إن',
  },
  {
    language: 'ar',
    forbidden: /^إلى (?:ال|نموذج)/u,
    instead: 'الانتقال إلى, or another verbal noun',
  },
  { language: 'ar', forbidden: /٪/u, instead: '%' },
  // "هل تحذف" asks whether the reader does so at all.
  { language: 'ar', forbidden: /^هل ت(?!ريد )/u, instead: 'هل تريد and a verbal noun' },
  { language: 'ar', forbidden: /بواسطة/u, instead: 'a verb with its subject' },
  { language: 'ar', forbidden: /(?:لم|لن|لا) (?:يتم|تتم) /u, instead: 'the passive of the verb' },
  { language: 'ar', forbidden: /يزول (?:الملف|مع|كل)/u, instead: 'يُمحى' },
  // One spelling for one word: a search on the page finds it everywhere.
  { language: 'ar', forbidden: /تحقّق/u, instead: 'تحقق' },
  { language: 'ar', forbidden: /مستضيف/u, instead: 'مزوّد الاستضافة' },
  { language: 'ar', forbidden: /السلطة الفرنسية/u, instead: 'الهيئة الفرنسية لحماية البيانات' },
  { language: 'ar', forbidden: /ختم الوقت/u, instead: 'توثيق الوقت' },
  { language: 'ar', forbidden: /على قائمة الانتظار/u, instead: 'في قائمة الانتظار' },
  // A member is registered; who is signed in has a session.
  { language: 'ar', forbidden: /(?:البقاء|تبقى) مسجّلًا/u, instead: 'الجلسة مفتوحة' },
  {
    language: 'ar',
    forbidden: /يفحص(?:ه|ها)? (?:فريقنا|الفريق|أشخاص)/u,
    instead: 'يراجع, as the status قيد المراجعة does',
  },
  // A bare و reads as "and": المادة 6، الفقرة 1، و من اللائحة.
  {
    language: 'ar',
    forbidden: /الفقرة \d، [أ-ي](?!\p{L})|الماد(?:ة|تان) [\d.]+ [a-z]\b/u,
    instead: 'the letter of an article in brackets, in Arabic',
  },
  {
    language: 'ar',
    forbidden:
      /(?<![\p{L}\p{M}])(?:و?توقف|[يتن]قرر\p{L}*|[يتن]قدمها?|سريًا|مشفرًا|ملغى|المُبلِّغ|أكِّد|أبرِز)(?![\p{L}\p{M}])/u,
    instead:
      'the spelling of the other texts: توقّف, يقرّر, يقدّم, سرّيًا, مشفّرًا, مُلغى, المبلّغ, أكّد, أبرز',
  },
  { language: 'ar', forbidden: /ًّا/u, instead: 'ًا alone at the end of a word' },
  // "By a number of days that is 30": the key `days` has the noun in the form that each number takes.
  { language: 'ar', forbidden: /بعدد من الأيام/u, instead: 'days in words, as terms.days does' },
  {
    language: 'ar',
    forbidden: /(?:سُجّل|يُسجَّل|(?<!\p{L})يسجّل)(?: فورًا)? (?:ال)?خروج/u,
    instead: 'the session ends: تنتهي الجلسة',
  },
  {
    language: 'ar',
    forbidden:
      /(?<![\p{L}\p{M}])تمت? (?:إبطال|إضافة|إلغاء|إنشاء|إرسال|إزالة|تأكيد|تحديث|تعديل|تغيير|حجز|حذف|حفظ|رفض|قبول|نشر|نقل) /u,
    instead: 'the passive of the verb: أُلغي, حُذف',
  },
  // بالبريد alone is a letter on paper.
  {
    language: 'ar',
    forbidden: /بالبريد(?! الإلكتروني| إلى المقر)/u,
    instead: 'بالبريد الإلكتروني, or رسالة',
  },
  { language: 'ar', forbidden: /لصالح/u, instead: 'the cause: لمجال' },
  { language: 'ar', forbidden: /ما دام [^.]*قد تم التحقق/u, instead: 'ما دام متحققًا منه' },
  { language: 'ar', forbidden: /(?<!\p{L})كمسودة|كعضو|كشاهد/u, instead: 'a noun, or بصفة' },
  // A calque of "in the meantime": whoever was faster has come before the reader.
  { language: 'ar', forbidden: /في هذه الأثناء/u, instead: 'سبقك … إلى' },
  { language: 'ar', forbidden: /بلا (?:اتصال|شبكة)/u, instead: 'دون اتصال, دون شبكة' },
  // The word of translations for "already".
  { language: 'ar', forbidden: /بالفعل/u, instead: 'nothing, or سبق' },
  { language: 'ar', forbidden: /(?<!\p{L})و?من دون /u, instead: 'دون alone' },
  { language: 'ar', forbidden: /أكّد كلمة المرور/u, instead: 'أكّد كلمة مرورك' },
  { language: 'ar', forbidden: /إن (?:لم تكن|كنت) أنت ف/u, instead: 'إن لم يكن ذلك منك' },
  {
    language: 'ar',
    forbidden: /(?:بيانات|معلومات) التواصل|وسائل الاتصال/u,
    instead: 'بيانات الاتصال',
  },
  // The other texts speak to one reader.
  {
    language: 'ar',
    forbidden: /(?:لدي|أوراق|أبواب|حواسيب|محاسب)كم(?!\p{L})/u,
    instead: 'one reader: لديك, or the association',
  },
  {
    language: 'ar',
    forbidden: /(?:فحص|افحص|يفحص) (?:هذه |أي )?(?:ال)?بطاق/u,
    instead: 'التحقق من',
  },
]

test.each(TERMS)(
  '$language does not say $forbidden',
  ({ language, forbidden, instead, except = [] }) => {
    const found = readdirSync(join(locales, language))
      .flatMap((name) =>
        textsIn(
          JSON.parse(readFileSync(join(locales, language, name), 'utf8')),
          name.replace('.json', ''),
        ),
      )
      .concat(
        [...contents.events, ...contents.news].flatMap(({ id, content }) =>
          textsIn(content[language], `firstContents.${id}`),
        ),
      )
      .filter(
        ({ key, text }) => forbidden.test(text) && !except.some((start) => key.startsWith(start)),
      )
    expect(found, `Say ${instead}; see section 8 of docs/glossary.md.`).toEqual([])
  },
)

function textsIn(value: unknown, key: string): { key: string; text: string }[] {
  if (typeof value === 'string') return [{ key, text: value }]
  return Object.entries(value as object).flatMap(([name, inner]) =>
    textsIn(inner, `${key}.${name}`),
  ) // locale files hold texts and objects of texts
}
