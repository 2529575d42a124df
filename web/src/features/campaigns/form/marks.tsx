import { TagsInput, type TagsInputProps } from '@mantine/core';
import { MARKS_MAX } from '../campaign-values';
import { useMarks } from '../mark-names';

/** The field for the labels of a campaign. */
export const MarksField = (props: TagsInputProps) => (
  <TagsInput
    label="Labels"
    description={`Up to ${MARKS_MAX}, to find campaigns by. Enter adds one.`}
    maxTags={MARKS_MAX}
    data={useMarks() ?? []}
    {...props}
  />
);
