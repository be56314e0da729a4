import './kiosk.css'
import { useEffect } from 'react'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { LockScreen } from './lock-screen.tsx'
import { Screen } from './screen.tsx'
import { useKiosk, useScreenChoices } from './use-kiosk.ts'
import { useScans } from './use-scans.ts'
import { useTouches } from './use-touches.ts'

/** All that a computer at the door shows: the scanner, or the lock over it. Which of them, main decides. */
export function KioskPage() {
  const { value } = useKiosk()
  const { scans, state } = useScans()
  const { choices, change } = useScreenChoices()
  const locked = value?.mode === 'locked'
  useTouches()
  useEffect(() => {
    if (locked) scans.hide()
  }, [locked, scans])
  useEffect(() => () => scans.hide(), [scans])
  useEffect(() => {
    if (!choices.highContrast) return undefined
    document.documentElement.dataset['contrast'] = 'high'
    return () => void delete document.documentElement.dataset['contrast']
  }, [choices.highContrast])

  if (value === undefined || value.mode === 'off') return <PageSpinner />
  if (locked) return <LockScreen kiosk={value} />
  return <Screen kiosk={value} scans={scans} state={state} choices={choices} onChoices={change} />
}
