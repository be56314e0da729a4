import { sendEmailCode } from '#shared/contract/registration.ts'
import type { Language } from '#shared/domain/languages.ts'
import { askWithProof } from '../../platform/ask-with-proof.ts'

/** Asks for a code in the applicant's language; false when the server says that it sent none. */
export async function sendCode(
  email: string,
  language: Language,
  onProof: (working: boolean) => void,
): Promise<boolean> {
  const { send } = await askWithProof(
    sendEmailCode,
    { headers: {}, body: { email, language } },
    { onProof },
  )
  return send
}
