import { HardDriveDownload, UserRoundX } from 'lucide-react'
import { MARKS } from '../verdict-marks.ts'

export const KIOSK_MARKS = { ...MARKS, again: UserRoundX, 'not-saved': HardDriveDownload } as const
