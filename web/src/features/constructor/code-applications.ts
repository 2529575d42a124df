/** A block as a component of applications of one page. `place` is the attribute with the block's number. Pure. */
export const applications = {
  react: (place: string) => `import { useEffect, useRef } from 'react';

const tell = (call) => (window.placard ??= { cmd: [] }).cmd.push(call);

export function Ads({ page }) {
  const place = useRef(null);
  useEffect(() => {
    const element = place.current;
    tell((placard) => placard.load(element));
    return () => tell((placard) => placard.destroy(element));
  }, [page]);
  return <div ref={place} ${place} />;
}`,

  vue: (place: string) => `<script setup>
import { onBeforeUnmount, onMounted, ref, watch } from 'vue';

const props = defineProps({ page: String });
const place = ref(null);
const tell = (call) => (window.placard ??= { cmd: [] }).cmd.push(call);

onMounted(() => {
  const element = place.value;
  tell((placard) => placard.load(element));
  watch(() => props.page, () => tell((placard) => placard.reload(element)));
  onBeforeUnmount(() => tell((placard) => placard.destroy(element)));
});
</script>

<template>
  <div ref="place" ${place}></div>
</template>`,

  svelte: (place: string) => `<script>
  let { page } = $props();

  const tell = (call) => (window.placard ??= { cmd: [] }).cmd.push(call);

  function ads(element) {
    tell((placard) => placard.load(element));
    return { destroy: () => tell((placard) => placard.destroy(element)) };
  }
</script>

{#key page}
  <div use:ads ${place}></div>
{/key}`,
};
