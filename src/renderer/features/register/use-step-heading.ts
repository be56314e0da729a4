import { useEffect, useRef } from 'react'
import { announce } from '../../ui/announcer.tsx'
import type { Step } from './steps.ts'

/** The step that was shown last in this visit. A reload shows a step without taking the focus to it. */
let lastShown: Step | undefined

/** After a change of step the focus goes to the heading of the new one, and the heading is said. */
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
