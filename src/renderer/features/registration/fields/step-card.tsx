import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { announce } from '../../../ui/feedback/announcer.tsx'
import type { WizardStep } from '../steps.ts'

/** The last step shown in this visit. A reload shows a step without moving the focus. */
let lastShown: WizardStep | undefined

/** After a change of step the focus moves to the new heading, and screen readers announce it. */
export function useStepHeading(step: WizardStep, title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const moved = lastShown !== undefined && lastShown !== step
    lastShown = step
    if (!moved) return
    heading.current?.focus({ preventScroll: true })
    announce(title)
  }, [step, title])
  return heading
}

interface StepCardProps {
  readonly heading: Ref<HTMLHeadingElement>
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
  /** What stands beside the card on a wide screen and below it on a phone. */
  readonly aside?: ReactNode
}

/** A short step: one question in one card. */
export function StepCard({ heading, title, lead, children, aside }: StepCardProps) {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,34rem)_minmax(14rem,1fr)] lg:gap-12">
      <div className="rounded-lg border border-line bg-surface shadow-card">
        <div aria-hidden="true" className="weave h-2 rounded-t-lg" />
        <div className="grid gap-6 p-5 sm:p-8">
          <div className="grid gap-2">
            <h2 ref={heading} tabIndex={-1} className="text-2xl headline">
              {title}
            </h2>
            {lead !== undefined && <div className="text-muted">{lead}</div>}
          </div>
          {children}
        </div>
      </div>
      {aside}
    </div>
  )
}
