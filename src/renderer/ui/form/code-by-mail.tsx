/** What every form with a code by mail shares: its state, and the line with the time left and the button for a new code. */
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../platform/calls/call-failure.ts'
import { Ltr } from '../bidi.tsx'
import { Button } from '../button/button.tsx'
import { problemText } from '../call/form-problems.ts'
import { announce } from '../feedback/announcer.tsx'
import { asClock, useCountdown } from '../feedback/countdown.ts'
import { Notice } from '../feedback/notice.tsx'

interface MailTrouble {
  readonly title?: string | undefined
  readonly text: string
}

export function useCodeForm() {
  const { t } = useTranslation('problems')
  /** Shown at the field: the code is wrong, expired or was tried too often. */
  const [fault, setFault] = useState<string>()
  /** Shown below: the call failed. */
  const [trouble, setTrouble] = useState<MailTrouble>()
  const [busy, setBusy] = useState<'check' | 'resend'>()

  /** One call at a time. @param title of the notice, when the call fails */
  async function work(
    kind: 'check' | 'resend',
    title: string | undefined,
    task: () => Promise<void>,
  ): Promise<void> {
    if (busy !== undefined) return
    setBusy(kind)
    setFault(undefined)
    setTrouble(undefined)
    try {
      await task()
    } catch (error) {
      const failure = failureOf(error)
      if (failure.messageKey === 'page-fault') reportError(error)
      setTrouble({ title, text: problemText(t, failure) })
    } finally {
      setBusy(undefined)
    }
  }
  return { fault, setFault, trouble, setTrouble, busy, work }
}

export const CodeTrouble = ({ trouble }: { readonly trouble: MailTrouble | undefined }) =>
  trouble !== undefined && (
    <Notice tone="danger" {...(trouble.title !== undefined && { title: trouble.title })}>
      {trouble.text}
    </Notice>
  )

interface CodeTimerProps {
  /** When the code expires, in milliseconds since 1970. */
  readonly endsAt: number | undefined
  readonly texts: { readonly left: string; readonly over: string; readonly resend: string }
  readonly busy: boolean
  readonly onResend: () => void
}

/** A timer that is read out each second would drown everything else; that the time is over is announced once. */
export function CodeTimer({ endsAt, texts, busy, onResend }: CodeTimerProps) {
  const left = useCountdown(endsAt)
  const over = left === 0
  useEffect(() => {
    if (over) announce(texts.over)
  }, [over, texts.over])
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-1.5">
      <p role="timer" className="text-sm">
        {over ? (
          texts.over
        ) : (
          <>
            {texts.left} <Ltr className="font-semibold tabular-nums">{asClock(left)}</Ltr>
          </>
        )}
      </p>
      <Button
        variant="quiet"
        icon={<RotateCw aria-hidden="true" size={18} />}
        busy={busy}
        disabled={!over}
        onClick={onResend}
      >
        {texts.resend}
      </Button>
    </div>
  )
}
