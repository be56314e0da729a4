import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, ShieldQuestion } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditState, checkAudit } from '#shared/contract/audit.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { announce } from '../../ui/feedback/announcer.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { stateQuery } from './audit-queries.ts'

/** Whether the log is whole, as the last check found it; another check runs in parts while the page is open. */
export function ChainPanel() {
  const { t } = useTranslation('audit')
  const query = useQuery(stateQuery)
  return (
    <section
      aria-labelledby="audit-chain"
      className="rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <h2 id="audit-chain" className="sr-only">
        {t('chain.title')}
      </h2>
      <Loaded query={query} failure={t('chain.failed')} skeleton={<Skeleton className="h-16" />}>
        {(state) => <Chain state={state} />}
      </Loaded>
    </section>
  )
}

/** Goes on part by part until the walk has ended, or the page is left. */
function useCheck() {
  const [progress, setProgress] = useState<AuditState['running']>(null)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => void (left.current = true)
  }, [])
  const check = useCall(async () => {
    try {
      for (;;) {
        const state = await ask(checkAudit, {})
        queryClient.setQueryData(stateQuery.queryKey, state)
        setProgress(state.running)
        if (state.running === null || left.current) return state
      }
    } finally {
      setProgress(null)
    }
  })
  return { check, progress }
}

function Chain({ state }: { readonly state: AuditState }) {
  const { t } = useTranslation(['audit', 'problems'])
  const format = useFormat()
  const { check, progress } = useCheck()
  const run = async (): Promise<void> => {
    const checked = await check.run()
    if (checked === undefined) return
    const { brokenSeq: broken, verifiedSeq: verified } = checked.value
    announce(
      broken === null
        ? t('chain.whole', { seq: format.number(verified) })
        : t('chain.broken', { seq: format.number(broken) }),
    )
  }
  const { verifiedAt, verifiedSeq, brokenSeq, brokenAt, headSeq } = state
  const Icon = verifiedAt === null ? ShieldQuestion : ShieldCheck
  return (
    <div className="grid gap-3">
      {brokenSeq !== null && brokenAt !== null && (
        <Notice tone="danger" title={t('chain.broken', { seq: format.number(brokenSeq) })}>
          <p>{t('chain.brokenText', { date: format.dateTime(brokenAt) })}</p>
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 grow basis-72 items-start gap-3">
          <Icon
            aria-hidden="true"
            size={26}
            className={
              verifiedAt === null || brokenSeq !== null
                ? 'shrink-0 text-warning'
                : 'shrink-0 text-success'
            }
          />
          <div className="min-w-0">
            <p className="font-semibold">
              {verifiedAt === null
                ? t('chain.never')
                : t(brokenSeq === null ? 'chain.whole' : 'chain.wholeBefore', {
                    seq: format.number(verifiedSeq),
                  })}
            </p>
            <p className="text-sm text-muted">
              {verifiedAt === null
                ? t('chain.neverText')
                : t('chain.checked', { date: format.dateTime(verifiedAt) })}
              {verifiedAt !== null &&
                headSeq > verifiedSeq &&
                ` ${t('chain.since', { count: headSeq - verifiedSeq })}`}
            </p>
          </div>
        </div>
        <Button variant="secondary" busy={check.busy} onClick={() => void run()}>
          {t('chain.check')}
        </Button>
      </div>
      {progress !== null && (
        <ProgressBar
          label={t('chain.running')}
          value={progress.to === 0 ? 0 : progress.seq / progress.to}
        />
      )}
      {check.notice !== undefined && <Notice tone="danger">{check.notice}</Notice>}
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand">
          {t('chain.proof')}
        </summary>
        <div className="grid gap-2 text-sm">
          <p className="max-w-2xl">{t('chain.proofText')}</p>
          <p className="flex flex-wrap items-center gap-2">
            <Ltr className="rounded-sm bg-sunken px-2 py-1 font-mono break-all">{`${headSeq}:${state.headHash}`}</Ltr>
            <CopyButton text={`${headSeq}:${state.headHash}`} label={t('chain.copy')} />
          </p>
          {state.baseSeq > 0 && (
            <p className="text-muted">{t('chain.base', { seq: format.number(state.baseSeq) })}</p>
          )}
        </div>
      </details>
    </div>
  )
}
