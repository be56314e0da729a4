import { sendEmailCode } from '#shared/contract/email-code.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { askWithProof } from '../../../platform/calls/ask-with-proof.ts'

/** Requests a code in the applicant's language; returns false when the server refuses. */
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
