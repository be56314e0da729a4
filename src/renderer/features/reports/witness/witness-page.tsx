import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useLeaveAtOnce } from './leave.ts'
import { ReceiptShown } from './receipt-shown.tsx'
import { readWitnessInfo } from './witness-info.ts'
import { WriteForm } from './write-form.tsx'

// Not the receipt itself: a line that breaks after the report was filed must not lose it.
const OpenReceipt = lazy(async () => ({
  default: (await import('./receipt-view.tsx')).OpenReceipt,
}))
const WitnessReportView = lazy(async () => ({
  default: (await import('./receipt-view.tsx')).WitnessReportView,
}))

/** Where the witness is. One address for all of it, so that the history tells nothing more. */
type Place =
  | { readonly at: 'write' }
  | { readonly at: 'receipt'; readonly receipt: string }
  | { readonly at: 'ask' }
  | { readonly at: 'report'; readonly receipt: string }

/** The title stays in the history of the browser, so it is the name of the site alone. */
function useNeutralTitle(): void {
  const { t } = useTranslation('common')
  useEffect(() => {
    document.title = t('appName')
  }, [t])
}

/** Reports without an account. What is written lives in this page alone. */
export function WitnessPage() {
  const { t } = useTranslation(['witness', 'reportWrite', 'reports', 'problems', 'ui'])
  const { gone, leave } = useLeaveAtOnce()
  useNeutralTitle()
  if (gone) return null
  return (
    <div className="column max-w-3xl py-6">
      <div className="sticky top-2 z-10 mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-raised p-2 shadow-card print:hidden">
        <Button
          variant="danger"
          icon={<LogOut aria-hidden="true" size={18} className="mirror" />}
          onClick={leave}
        >
          {t('leave')}
        </Button>
        <span className="min-w-0 flex-1 text-sm text-muted max-sm:hidden">{t('leaveHint')}</span>
      </div>
      <Places />
    </div>
  )
}

const START: Place = { at: 'write' }

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
  const { t } = useTranslation('witness')
  const [place, setPlace] = useState<Place>(START)
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

function Write({ onFiled, onAsk }: WriteProps) {
  const { t } = useTranslation('witness')
  const query = useQuery({
    queryKey: ['witness', 'info'],
    queryFn: ({ signal }) => readWitnessInfo(signal),
  })
  return (
    <div className="mt-2 grid gap-5">
      <p>{t('lead')}</p>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button variant="secondary" onClick={onAsk}>
          {t('haveReceipt')}
        </Button>
      </div>
      <Loaded query={query} failure={t('failed')} skeleton={<Skeleton className="h-96" />}>
        {({ open }) =>
          open ? (
            <>
              <Advice />
              <WriteForm onFiled={onFiled} />
            </>
          ) : (
            <Notice tone="info" title={t('closed.title')}>
              {t('closed.text')}
            </Notice>
          )
        }
      </Loaded>
    </div>
  )
}

const ADVICE = ['danger', 'place', 'session', 'tor', 'names', 'stored'] as const

function Advice() {
  const { t } = useTranslation('witness')
  return (
    <section
      aria-labelledby="witness-advice"
      className="rounded-md border border-s-4 border-warning bg-warning-soft p-4"
    >
      <h2 id="witness-advice" className="font-semibold">
        {t('advice.title')}
      </h2>
      <ul className="mt-2 grid list-disc gap-1 ps-5">
        {ADVICE.map((key) => (
          <li key={key}>{t(`advice.${key}`)}</li>
        ))}
      </ul>
    </section>
  )
}
