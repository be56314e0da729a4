import { useEffect, useRef } from 'react'
import { announce } from '../../../ui/feedback/announcer.tsx'
import type { Step } from '../steps.ts'

/** The last step shown in this visit. A reload shows a step without moving the focus. */
let lastShown: Step | undefined

/** After a change of step the focus moves to the new heading, and screen readers announce it. */
export function useStepHeading(step: Step, title: string) {
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
