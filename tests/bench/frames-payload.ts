import type { Random } from './frames-random.ts'

const LATIN_NAMES = [
  'Amna Idris',
  'Yusuf Abdelrahman',
  'Hawa Adam Ishaq',
  "Mariam O'Neil Bashir",
  'Ibrahim Khatir',
  'Zeinab Mohamed Ahmed Suleiman',
] as const

const ARABIC_NAMES = [
  'آمنة إدريس',
  'يوسف عبد الرحمن',
  'حواء آدم إسحق',
  'إبراهيم خاطر',
  'زينب محمد أحمد سليمان',
] as const

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const SIGNATURE_LENGTH = 86 // 64 bytes of Ed25519

/** The payload shapes of a card; `signed` gives codes of version 7 to 9 at error correction level L. */
export function drawPayload(random: Random, kind: { signed: boolean; arabic: boolean }): string {
  const id = String(random.whole(10_000_000, 99_999_999))
  const name = random.pick(kind.arabic ? ARABIC_NAMES : LATIN_NAMES)
  const month = String(random.whole(1, 12)).padStart(2, '0')
  const day = String(random.whole(1, 28)).padStart(2, '0')
  const holder = `${id}|${name}|${random.whole(1940, 2007)}-${month}-${day}`
  if (!kind.signed) return holder
  const issued = 1_790_000_000 + random.whole(0, 9_999_999)
  const signature = Array.from(
    { length: SIGNATURE_LENGTH },
    () => BASE64URL[random.whole(0, 63)],
  ).join('')
  return `${holder}|1.k${random.whole(1, 4)}.${issued}.${issued + 31_536_000}.${random.whole(0, 99_999)}.${signature}`
}
