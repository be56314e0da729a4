import { useEffect, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'
import * as z from 'zod'
import {
  sendResetCode,
  setNewPassword,
  validateResetCode,
} from '#shared/contract/password-reset.ts'
import { CODE_TTL_S, LINK_CODE } from '#shared/domain/access/code-rules.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { askWithProof } from '../../platform/calls/ask-with-proof.ts'
import { currentSession, signOut } from '../../platform/session/session.ts'
import type { SignInNoticeState } from '../../platform/session/sign-in-notice.ts'

/** That a code is on its way, and to where: kept with the tab, so that a reload does not cost one of three codes an hour. */
const KEY = 'wld-reset'

const SentCode = z.object({
  address: z.string().min(1),
  /** When the code runs out, in milliseconds of this device's clock. */
  endsAt: z.number(),
})
type SentCode = z.output<typeof SentCode>

function loadSentCode(): SentCode | undefined {
  try {
    return SentCode.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data
  } catch {
    return undefined
  }
}

function keepSentCode(sent: SentCode | undefined): void {
  if (sent === undefined) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, JSON.stringify(sent))
}

interface ResetLink {
  readonly address: string
  readonly code: string
}

/**
 * What the link in a mail to staff holds behind #; undefined for a page that was opened without one.
 * @returns `code` empty when a mail program cut the link off
 */
function readResetLink(hash: string): ResetLink | undefined {
  const fields = new URLSearchParams(hash.slice(1))
  const [address, code = ''] = [fields.get('to'), fields.get('code') ?? undefined]
  return address === null ? undefined : { address, code: LINK_CODE.test(code) ? code : '' }
}

export const RESET_STEPS = ['identifier', 'verification', 'newPassword'] as const
type ResetStep = (typeof RESET_STEPS)[number]

interface ResetFields {
  readonly identifier: string
  readonly code: string
  readonly password: string
  readonly confirmation: string
}

/** The right to set one password, and the code that earned it: that code is spent and must not be asked about again. */
interface Grant {
  readonly userId: string
  readonly code: string
}

type CodeFault = 'invalid' | 'expired' | 'too-many-tries'
/** Why a code was not taken: a cause that has a text here, else the server's own message, which may be empty. */
export type CodeRefusal = CodeFault | { readonly message: string }

export interface Reset {
  readonly step: ResetStep
  /** One form for all steps, so that going back and forth loses nothing. */
  readonly form: UseFormReturn<ResetFields>
  readonly sent: SentCode | undefined
  /** From a mail to staff: in place of six digits. */
  readonly link: ResetLink | undefined
  /** This code was right already; it is not asked about again. */
  readonly isVerified: (code: string) => boolean
  /** Mails a code and moves on; with a code to this address under way it only moves on. Returns the server's message where it sent none. */
  readonly send: (
    address: string,
    options?: { readonly again?: boolean },
  ) => Promise<{ readonly message: string } | undefined>
  readonly verify: (code: string) => Promise<CodeRefusal | undefined>
  readonly update: (password: string) => Promise<void>
  readonly back: () => void
  /** The time of the grant is over: back to the first step, with the address still there. */
  readonly restart: () => void
}

/** The step lies in the history entry, so that the browser's own Back goes one step back and not away. */
const wantedStep = (state: unknown): ResetStep | undefined =>
  typeof state === 'object' && state !== null && 'step' in state
    ? RESET_STEPS.find((step) => step === state.step)
    : undefined

export function useReset(): Reset {
  const navigate = useNavigate()
  const language = useLanguage()
  const { state, hash } = useLocation()
  const link = readResetLink(hash)
  const [sent, setSent] = useState(loadSentCode)
  const [grant, setGrant] = useState<Grant>()
  const form = useForm<ResetFields>({
    defaultValues: { identifier: sent?.address ?? '', code: '', password: '', confirmation: '' },
  })

  // While the page is open its code is remembered over a reload; who leaves it takes nothing along.
  useEffect(() => keepSentCode(sent), [sent])
  useEffect(() => () => keepSentCode(undefined), [])

  const wanted = wantedStep(state) ?? 'identifier'
  const step =
    wanted === 'newPassword' && grant !== undefined
      ? wanted
      : link !== undefined || (wanted !== 'identifier' && sent !== undefined)
        ? 'verification'
        : 'identifier'

  const go = (next: ResetStep): void =>
    void navigate('/reset-password', { state: { ...(state as object | null), step: next } }) // state: what this app wrote
  const forgetGrant = (): void => {
    setGrant(undefined)
    form.resetField('code')
  }

  return {
    step,
    form,
    sent,
    link,
    isVerified: (code) => grant?.code === code,
    async send(address, { again = false } = {}) {
      if (!again && sent?.address === address && sent.endsAt > Date.now()) {
        go('verification')
        return undefined
      }
      const reply = await askWithProof(sendResetCode, {
        headers: { identifier: address, 'connection-method': 'email', 'accept-language': language },
      })
      if (!reply.send) return { message: reply.message }
      forgetGrant()
      setSent({ address, endsAt: Date.now() + CODE_TTL_S * 1_000 })
      if (!again) go('verification')
      return undefined
    },
    async verify(code) {
      const address = link?.address ?? sent?.address
      if (address === undefined) return 'expired'
      if (grant?.code !== code) {
        const reply = await ask(validateResetCode, {
          headers: { identifier: address, 'connection-method': 'email', code },
        })
        if (!reply.verified || reply.userId === undefined) {
          const { reason } = reply
          if (reason === undefined) return { message: reply.message }
          // A dead code counts no longer, and makes room for a new one.
          if (reason !== 'invalid') setSent({ address, endsAt: Date.now() })
          return reason
        }
        setGrant({ userId: reply.userId, code })
        setSent({ address, endsAt: Date.now() })
      }
      go('newPassword')
      return undefined
    },
    async update(password) {
      await ask(setNewPassword, { params: { userId: grant?.userId ?? '' }, body: { password } })
      // The server has ended every session, so one that was open here is over as well.
      if (currentSession().state === 'authenticated') void signOut()
      const notice: SignInNoticeState = { notice: 'password-changed' }
      await navigate('/login', {
        replace: true,
        state: { ...(state as object | null), step: undefined, ...notice },
      }) // state: what this app wrote
    },
    back: () => void navigate(-1),
    restart() {
      forgetGrant()
      setSent(undefined)
      void navigate('/reset-password', {
        replace: true,
        state: { ...(state as object | null), step: undefined },
      }) // state: what this app wrote
    },
  }
}
