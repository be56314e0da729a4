import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { focusFault } from '../../../ui/field/focus-fault.ts'
import { useLeaveGuard } from '../../../ui/form/leave-guard.ts'
import { useFaultSummary } from '../../../ui/form/use-fault-summary.ts'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { DeletedDraft, DraftPanel } from './draft-panel.tsx'
import { draftQueue, openDraft, useHasDraft, useIsAside, wasRestored } from './draft.ts'
import { FiledNotice } from './filed-notice.tsx'
import { FilingFaults } from './filing-faults.tsx'
import { STEP_TITLE, StepFields } from './step-fields.tsx'
import { StepList } from './step-list.tsx'
import {
  FILING_PATH,
  type FilingStep,
  isStep,
  stepAddress,
  stepAfter,
  stepBefore,
} from './steps.ts'
import { stepToGoOn, useCreateReport } from './use-create-report.ts'

/** A member files a report (docs/adr/0097-a-report-is-filed-on-a-page.md). */
export function FilingPage() {
  // The texts of all steps are loaded here: fetched later they would take the page away.
  const { t } = useTranslation(['reportWrite', 'evidence', 'reports', 'problems', 'ui'])
  useState(openDraft) // before the first field reads it
  const heading = usePageTitle(t('create.title'))
  const isAside = useIsAside()
  const [round, setRound] = useState(0)
  const anew = (): void => setRound((before) => before + 1)
  const title = (
    <h1 ref={heading} tabIndex={-1} className="mb-5 text-3xl headline">
      {t('create.title')}
    </h1>
  )
  // Moving within the site loses nothing; closing the tab ends the draft and the uploads.
  useLeaveGuard(useHasDraft(), () => true)
  return (
    <div className="column py-8 sm:pb-12">
      {isAside ? (
        <>
          {title}
          <DeletedDraft />
        </>
      ) : (
        <Filing key={round} title={title} isAnew={round > 0} onAnew={anew} />
      )}
    </div>
  )
}

/** After a change of step the focus moves to its heading, or to the field that a link named. */
function useStepFocus(step: FilingStep, takesFocus: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(takesFocus ? undefined : step)
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const field = wanted.current
    wanted.current = undefined
    if (field === undefined) heading.current?.focus({ preventScroll: true })
    else focusFault(form.current, field)
  }, [step])
  return { form, heading, aim: (field: string): void => void (wanted.current = field) }
}

interface FilingProps {
  /** Of the page, until the notice of a filed report takes its place. */
  readonly title: ReactNode
  /** Not the first form of this visit: it takes the focus. */
  readonly isAnew: boolean
  readonly onAnew: () => void
}

function Filing({ title, isAnew, onAnew }: FilingProps) {
  const { t } = useTranslation('reportWrite')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [start] = useState(stepToGoOn)
  const asked = search.get('step')
  const step = isStep(asked) ? asked : start
  const [restoredAt] = useState(wasRestored() ? step : undefined)
  const { form, heading, aim } = useStepFocus(step, isAnew)
  const report = useCreateReport()
  const [problem, toFaults] = useFaultSummary()
  const go = (to: FilingStep): void => void navigate(stepAddress(to))
  function goToField(to: FilingStep, field: string): void {
    if (to === step) return focusFault(form.current, field)
    aim(field)
    go(to)
  }

  async function submit(): Promise<void> {
    if (step !== 'check') {
      if (report.checkStep(step)) go(stepAfter(step))
      else toFaults()
      return
    }
    await report.submit()
    requestAnimationFrame(() => problem.current?.focus()) // rendered now, where something went wrong
  }

  if (report.filed !== undefined)
    return (
      <FiledNotice
        filed={report.filed}
        recordings={report.recordings}
        onAnother={() => {
          void navigate(FILING_PATH)
          onAnew()
        }}
      />
    )
  return (
    <>
      {title}
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-5 lg:grid-cols-[17rem_minmax(0,46rem)] lg:grid-rows-[auto_1fr]">
        <StepList step={step} report={report} />
        <form
          ref={form}
          noValidate
          aria-label={t('create.title')}
          onSubmit={(event) => {
            event.preventDefault()
            if (event.target === event.currentTarget) void submit() // a dialog that opens over this form has its own form
          }}
          // Room above the focused field: the header stays in view.
          className="grid min-w-0 grid-cols-1 gap-6 **:scroll-mt-24 lg:row-span-2"
        >
          {restoredAt === step && <Restored />}
          <h2 ref={heading} id={STEP_TITLE} tabIndex={-1} className="text-2xl headline">
            {t(`steps.${step}`)}
          </h2>
          {step !== 'check' && (
            <FilingFaults ref={problem} report={report} step={step} onGo={goToField} />
          )}
          <StepFields step={step} report={report} problem={problem} onGo={goToField} />
          <StepBar step={step} busy={report.busy} />
        </form>
        <DraftPanel onDelete={onAnew} />
      </div>
    </>
  )
}

/** At the end of the step. A bar that stayed in view would lie over half a field or over its words on most windows. */
function StepBar({ step, busy }: { readonly step: FilingStep; readonly busy: boolean }) {
  const { t } = useTranslation('reportWrite')
  const before = stepBefore(step)
  return (
    <div className="flex justify-end gap-2">
      {before !== undefined && (
        <LinkButton to={stepAddress(before)} variant="secondary" className="sm:me-auto">
          {t('steps.back')}
        </LinkButton>
      )}
      <Button type="submit" busy={busy} className="max-sm:grow">
        {t(step === 'check' ? 'create.submit' : 'steps.next')}
      </Button>
    </div>
  )
}

/** A reporter who returns finds the texts. */
function Restored() {
  const { t } = useTranslation('reportWrite')
  const isAskedFor = draftQueue.read().some(({ state }) => state === 'missing')
  return (
    <Notice tone="info" title={t('draft.title')}>
      {t(isAskedFor ? 'draft.textFiles' : 'draft.text')}
    </Notice>
  )
}
