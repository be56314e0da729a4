import { useQuery } from '@tanstack/react-query'
import { LogOut, Printer } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#shared/contract/base/define-route.ts'
import type { witnessInfo } from '#shared/contract/witness-reports.ts'
import { groupReceipt } from '#shared/domain/report/witness-rules.ts'
import { CallFailure } from '../../platform/calls/call-failure.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FoldedAdvice } from '../../ui/folded-advice.tsx'
import { WriteForm } from './write-form.tsx'

// Not the receipt itself: a line that breaks after the report was filed must not lose it.
const OpenReceipt = lazy(async () => ({
  default: (await import('./receipt-view.tsx')).OpenReceipt,
}))
const WitnessReportView = lazy(async () => ({
  default: (await import('./receipt-view.tsx')).WitnessReportView,
}))

/** Where the witness is. One address for all of it, so that the history tells nothing more. */
type WitnessPlace =
  | { readonly at: 'write' }
  | { readonly at: 'receipt'; readonly receipt: string }
  | { readonly at: 'ask' }
  | { readonly at: 'report'; readonly receipt: string }

const NEUTRAL = 'about:blank'

interface Leaving {
  /** Everything is removed: render nothing. */
  readonly gone: boolean
  readonly leave: () => void
}

/**
 * Leaves the page so that nothing of it stays: what it showed is removed, and an empty page takes its
 * place in the history of the browser. No other site is asked for, which would be a trace elsewhere.
 */
function useLeaveAtOnce(): Leaving {
  const [gone, setGone] = useState(false)
  const wipe = (): void => flushSync(() => setGone(true))
  const leave = (): void => {
    wipe()
    window.location.replace(NEUTRAL)
  }
  useEffect(() => {
    let escapes = 0
    const onKey = ({ key }: KeyboardEvent): void => {
      escapes = key === 'Escape' ? escapes + 1 : 0
      if (escapes === 2) leave()
    }
    // A browser may keep the page as it is for its back button: then it is kept empty.
    const onHide = (): void => wipe()
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) setGone(false)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    window.addEventListener('pagehide', onHide)
    window.addEventListener('pageshow', onShow)
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      window.removeEventListener('pagehide', onHide)
      window.removeEventListener('pageshow', onShow)
    }
  })
  return { gone, leave }
}

/** The title stays in the history of the browser, so it is the name of the site alone. */
function useNeutralTitle(): void {
  const { t } = useTranslation('common')
  useEffect(() => {
    document.title = t('appName')
  }, [t])
}

interface WitnessPageProps {
  /** Where the page stands alone, without the head of the site. */
  readonly languages?: ReactNode
}

/** Reports without an account. What is written lives in this page alone. */
export function WitnessPage({ languages }: WitnessPageProps) {
  const { t } = useTranslation(['witnessReports', 'reportWrite', 'reports', 'problems', 'ui'])
  const { gone, leave } = useLeaveAtOnce()
  useNeutralTitle()
  if (gone) return null
  return (
    <>
      {/*
       * As wide as the window and at its edge: a box that floats would lie over what is written. The button stands at the end
       * of the line: at its start, the buttons of the page, which begin there, would scroll under it and be hit by mistake.
       */}
      <div className="sticky top-0 z-10 border-b border-line bg-raised print:hidden">
        <div className="column flex max-w-3xl items-center justify-end gap-x-3 py-1.5">
          {languages}
          <span className="min-w-0 flex-1 text-sm text-muted max-sm:hidden">{t('leaveHint')}</span>
          <Button
            variant="danger"
            className="max-sm:ms-auto max-sm:px-3 max-sm:[&_svg]:hidden"
            icon={<LogOut aria-hidden="true" size={18} className="mirror" />}
            onClick={leave}
          >
            {t('leave')}
          </Button>
        </div>
      </div>
      <div className="column max-w-3xl py-4 sm:py-6">
        <Places />
      </div>
    </>
  )
}

const START: WitnessPlace = { at: 'write' }

interface HeadingProps {
  readonly title: string
  /** Not at the first place: there the browser has put the focus. */
  readonly takesFocus: boolean
}

function Heading({ title, takesFocus }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-2xl headline">
      {title}
    </h1>
  )
}

function Places() {
  const { t } = useTranslation('witnessReports')
  const [place, setPlace] = useState<WitnessPlace>(START)
  const title = {
    write: t('title'),
    receipt: t('receipt.title'),
    ask: t('open.title'),
    report: t('report.title'),
  }[place.at]
  return (
    <>
      <Heading key={place.at} title={title} takesFocus={place !== START} />
      {place.at === 'write' && (
        <Write
          onFiled={(receipt) => setPlace({ at: 'receipt', receipt })}
          onAsk={() => setPlace({ at: 'ask' })}
        />
      )}
      {place.at === 'receipt' && (
        <ReceiptShown
          receipt={place.receipt}
          onDone={() => setPlace({ at: 'report', receipt: place.receipt })}
        />
      )}
      <Suspense fallback={<Skeleton className="mt-2 h-64" />}>
        {place.at === 'ask' && (
          <OpenReceipt
            onOpen={(receipt) => setPlace({ at: 'report', receipt })}
            onWrite={() => setPlace({ at: 'write' })}
          />
        )}
        {place.at === 'report' && <WitnessReportView receipt={place.receipt} />}
      </Suspense>
    </>
  )
}

interface WriteProps {
  readonly onFiled: (receipt: string) => void
  readonly onAsk: () => void
}

/**
 * The form stands before the server says whether the association takes reports: on a slow line it would jump into its
 * place seconds later, and a failed call would hide it. Only a closed form is taken away again.
 */
function Write({ onFiled, onAsk }: WriteProps) {
  const { t } = useTranslation('witnessReports')
  const { data } = useQuery({
    queryKey: ['witness', 'info'],
    queryFn: ({ signal }) => readWitnessInfo(signal),
  })
  return (
    <div className="mt-2 grid gap-4">
      <p>{t('lead')}</p>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button variant="secondary" onClick={onAsk}>
          {t('haveReceipt')}
        </Button>
      </div>
      {data?.open === false ? (
        <Notice tone="info" title={t('closed.title')}>
          {t('closed.text')}
        </Notice>
      ) : (
        <>
          <Advice />
          <DataNotice />
          <WriteForm onFiled={onFiled} />
        </>
      )}
    </div>
  )
}

const ADVICE = ['danger', 'place', 'session', 'tor', 'names', 'stored'] as const

function Advice() {
  const { t } = useTranslation('witnessReports')
  return (
    <FoldedAdvice title={t('advice.title')} short={t('advice.short')}>
      {ADVICE.map((key) => (
        <li key={key}>{t(`advice.${key}`)}</li>
      ))}
    </FoldedAdvice>
  )
}

const DATA = ['who', 'why', 'read', 'kept', 'rights'] as const

/** In this page, so that whoever wants to know it before writing loads no other one. */
function DataNotice() {
  const { t } = useTranslation('witnessReports')
  return (
    <details className="rounded-md border border-line bg-surface px-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        {t('privacy.title')}
      </summary>
      <ul className="grid list-disc gap-1 ps-5">
        {DATA.map((key) => (
          <li key={key}>{t(`privacy.${key}`)}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-6 py-2">
        {/* Links to the site load it from the start, and end this program. */}
        <a href="/legal" className="py-2 text-brand underline underline-offset-4">
          {t('privacy.legal')}
        </a>
        <a href="/privacy" className="py-2 text-brand underline underline-offset-4">
          {t('privacy.more')}
        </a>
      </p>
    </details>
  )
}

interface ReceiptShownProps {
  readonly receipt: string
  readonly onDone: () => void
}

/** The only time at which the receipt is read out: afterwards it is masked. */
function ReceiptShown({ receipt, onDone }: ReceiptShownProps) {
  const { t } = useTranslation('witnessReports')
  return (
    <div className="mt-4 grid gap-5">
      <div className="rounded-lg border-2 border-brand bg-surface p-4 text-center">
        <p className="font-semibold">{t('receipt.label')}</p>
        <p className="mt-1 font-mono text-2xl tracking-wide text-balance" data-testid="receipt">
          <Ltr>{groupReceipt(receipt)}</Ltr>
        </p>
      </div>
      <ul className="grid list-disc gap-2 ps-5">
        <li className="font-semibold">{t('receipt.once')}</li>
        <li>{t('receipt.write')}</li>
        <li>{t('receipt.secret')}</li>
        <li>{t('receipt.back')}</li>
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CopyButton
          text={groupReceipt(receipt)}
          label={t('receipt.copy')}
          className="max-sm:flex-1"
        />
        <Button
          variant="secondary"
          icon={<Printer aria-hidden="true" size={18} />}
          className="max-sm:flex-1"
          onClick={() => window.print()}
        >
          {t('receipt.print')}
        </Button>
        <Button onClick={onDone} className="max-sm:w-full">
          {t('receipt.goOn')}
        </Button>
      </div>
    </div>
  )
}

const PATH: (typeof witnessInfo)['path'] = '/api/witness'

/**
 * Whether the association takes reports without an account. By hand, because the contract and its
 * parser are three times as long as the form, which has to stand on a slow line first.
 */
async function readWitnessInfo(signal: AbortSignal): Promise<Reply<typeof witnessInfo>> {
  const response = await fetch(PATH, {
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch(() => undefined)
  const value: unknown = response?.ok === true ? await response.json().catch(() => undefined) : null
  if (typeof value === 'object' && value !== null && 'open' in value)
    return { open: value.open === true }
  const isSilent = response === undefined || response.status >= 502
  throw new CallFailure({
    ok: false,
    problem: undefined,
    cause: isSilent ? 'offline' : 'unreadable',
  })
}
