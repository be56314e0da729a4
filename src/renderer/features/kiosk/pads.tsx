import { Delete } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CONSONANTS, nextLetters, spacedWords, VOWELS } from '#shared/domain/doors/pairing-words.ts'
import { cx } from '../../ui/cx.ts'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const LETTERS = [...`${CONSONANTS}${VOWELS}`].toSorted()

interface PadProps {
  readonly value: string
  readonly onChange: (next: string) => void
  readonly disabled?: boolean
}

interface NumberPadProps extends PadProps {
  /** An address gets a dot in place of the key that clears. */
  readonly dot?: boolean
}

/** Digits by touch, for a computer at a door without a keyboard. The field beside it takes keys as well. */
export function NumberPad({ value, onChange, disabled = false, dot = false }: NumberPadProps) {
  const { t } = useTranslation('kiosk')
  const key = (text: string) => (
    <PadKey key={text} disabled={disabled} onPress={() => onChange(value + text)}>
      {text}
    </PadKey>
  )
  return (
    <div dir="ltr" className="grid grid-cols-3 gap-2.5">
      {DIGITS.map(key)}
      {dot ? (
        key('.')
      ) : (
        <PadKey small disabled={disabled} onPress={() => onChange('')}>
          {t('pin.clear')}
        </PadKey>
      )}
      {key('0')}
      <BackKey label={t('pin.back')} value={value} onChange={onChange} disabled={disabled} />
    </div>
  )
}

/** The words of another door by touch: only letters that may come next can be pressed. */
export function WordPad({ value, onChange, disabled = false }: PadProps) {
  const { t } = useTranslation('kiosk')
  const next = nextLetters(value)
  return (
    <div dir="ltr" className="grid grid-cols-5 gap-2.5">
      {LETTERS.map((letter) => (
        <PadKey
          key={letter}
          disabled={disabled || !next.includes(letter)}
          onPress={() => onChange(spacedWords(value + letter))}
        >
          {letter}
        </PadKey>
      ))}
      <PadKey small wide disabled={disabled} onPress={() => onChange('')}>
        {t('pin.clear')}
      </PadKey>
      <BackKey
        wide
        label={t('doors.backLetter')}
        value={value}
        onChange={(text) => onChange(spacedWords(text))}
        disabled={disabled}
      />
    </div>
  )
}

interface BackKeyProps extends Required<PadProps> {
  readonly label: string
  readonly wide?: boolean
}

const BackKey = ({ label, wide = false, value, onChange, disabled }: BackKeyProps) => (
  <PadKey
    label={label}
    wide={wide}
    disabled={disabled}
    onPress={() => onChange(value.trimEnd().slice(0, -1))}
  >
    <Delete aria-hidden="true" size={26} />
  </PadKey>
)

interface PadKeyProps {
  readonly disabled: boolean
  readonly onPress: () => void
  readonly children: ReactNode
  readonly label?: string
  readonly small?: boolean
  readonly wide?: boolean
}

function PadKey({ disabled, onPress, children, label, small = false, wide = false }: PadKeyProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      aria-label={label}
      // The field keeps the focus, so that keys and touch can take turns.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={cx(
        'grid min-h-16 min-w-16 place-items-center rounded-md border border-line-strong bg-surface font-semibold',
        'hover:bg-sunken disabled:border-line disabled:text-muted disabled:opacity-60',
        small ? 'text-base' : 'text-2xl',
        wide && 'col-span-2',
      )}
    >
      {children}
    </button>
  )
}
