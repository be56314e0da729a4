/** A button of the bar of a desk; on a phone its words stand below its icon. */
export const BAR = '@max-[72rem]:px-3 @max-[44rem]:[&>kbd]:hidden'
export const NARROW_BAR =
  '@max-[44rem]:flex-col @max-[44rem]:gap-0 @max-[44rem]:py-1 @max-[44rem]:text-xs'
