import { Tray } from '../../../ui/dialog/tray.tsx'
import { Emblem } from '../../../ui/picture/emblem.tsx'
import { type Sample, useWords } from './sample.ts'

// Written out: utilities are found in the source by name.
const COLOURS = [
  ['canvas', 'bg-canvas'],
  ['surface', 'bg-surface'],
  ['raised', 'bg-raised'],
  ['sunken', 'bg-sunken'],
  ['ink', 'bg-ink'],
  ['muted', 'bg-muted'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['brand', 'bg-brand'],
  ['brand-soft', 'bg-brand-soft'],
  ['accent', 'bg-accent'],
  ['sun', 'bg-sun'],
  ['success', 'bg-success'],
  ['success-soft', 'bg-success-soft'],
  ['warning', 'bg-warning'],
  ['warning-soft', 'bg-warning-soft'],
  ['danger', 'bg-danger'],
  ['danger-soft', 'bg-danger-soft'],
  ['info', 'bg-info'],
  ['info-soft', 'bg-info-soft'],
  ['focus', 'bg-focus'],
  ['night', 'bg-night'],
] as const

const SIZES = [
  'text-4xl',
  'text-3xl',
  'text-2xl',
  'text-xl',
  'text-lg',
  'text-base',
  'text-sm',
  'text-xs',
] as const

function Colours() {
  return (
    <ul className="grid grid-cols-2 gap-2 text-xs" dir="ltr">
      {COLOURS.map(([name, fill]) => (
        <li key={name} className="flex items-center gap-2">
          <span className={`size-8 shrink-0 rounded-sm border border-line-strong ${fill}`} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Type() {
  const say = useWords()
  return (
    <div className="grid gap-2">
      {SIZES.map((size, index) => (
        <p key={size} className={`${size} ${index < 4 ? 'headline' : ''}`}>
          {say('Members of El Fasher', 'أعضاء الفاشر')}
        </p>
      ))}
    </div>
  )
}

function Signs() {
  return (
    <div className="grid gap-4">
      <div className="weave h-3" />
      <div className="flex items-center gap-6">
        <Emblem size={72} />
        <Tray className="w-40" />
      </div>
    </div>
  )
}

export const TOKEN_SAMPLES: readonly Sample[] = [
  { name: 'Colours', Show: Colours },
  { name: 'Type', Show: Type },
  { name: 'Band, emblem, tray', Show: Signs },
]
