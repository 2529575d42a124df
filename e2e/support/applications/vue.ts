/** An application of Vue: the code of docs/integrate.md, with buttons. */
import { createApp, defineComponent, h, onBeforeUnmount, onMounted, ref, watch } from 'vue';
import { placard } from './queue.ts';

const Ad = defineComponent({
  props: { block: { type: Number, required: true } },
  setup(props) {
    const place = ref<HTMLElement>();
    const load = () => {
      const element = place.value;
      placard.cmd.push((it) => it.load(element));
    };
    onMounted(load);
    watch(() => props.block, load, { flush: 'post' });
    onBeforeUnmount(() => {
      const element = place.value;
      placard.cmd.push(({ destroy }) => destroy(element));
    });
    return () => h('div', { ref: place, 'data-placard': props.block });
  },
});

const Application = defineComponent({
  setup() {
    const isShown = ref(false);
    const block = ref(1);
    const button = (name: string, onClick: () => void) => h('button', { onClick }, name);
    return () =>
      h('main', [
        button('Show', () => {
          isShown.value = true;
        }),
        button('Hide', () => {
          isShown.value = false;
        }),
        button('Next', () => {
          block.value = 2;
        }),
        button('Reload', () => placard.cmd.push(({ reload }) => reload())),
        isShown.value ? h(Ad, { block: block.value }) : undefined,
      ]);
  },
});

createApp(Application).mount(document.body.appendChild(document.createElement('div')));
