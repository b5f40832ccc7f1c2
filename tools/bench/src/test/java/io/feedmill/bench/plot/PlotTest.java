package io.feedmill.bench.plot;

import static io.feedmill.bench.measure.Metric.CPU_MICROS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.measure.Series;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class PlotTest {

    private final Figures figures = new Figures(
            "CPU <of> a delivery & so on",
            CPU_MICROS,
            List.of(
                    series("loop", Role.PEER, 100, 100),
                    series("Feedmill", Role.OURS, 25, 50, 75),
                    new Series("idle", Role.PEER, List.of(Sample.of(Metric.LOST, 1)))));

    @Test
    void barsAreAsLongAsTheirMediansOursBeforePeers() throws Exception {
        Document plot = parse(BarPlot.of(figures));
        List<Element> bars = elements(plot, "rect");
        assertThat(texts(plot)).contains("CPU <of> a delivery & so on", "CPU µs a delivery", "Feedmill", "loop", "100");
        assertThat(texts(plot)).doesNotContain("idle");
        assertThat(bars).hasSize(3);
        assertThat(bars.getFirst().getAttribute("fill")).isEqualTo("white");
        assertThat(number(bars.get(1), "width") * 2).isCloseTo(number(bars.get(2), "width"), within(0.2));
    }

    @Test
    void aWhiskerGoesFromTheLeastToTheMostWhereTheyDiffer() throws Exception {
        Document plot = parse(BarPlot.of(figures));
        Element bar = elements(plot, "rect").get(1);
        List<Element> whisker = elements(plot, "line").stream()
                .filter(line -> line.getAttribute("stroke").equals(Svg.INK))
                .toList();
        double zero = number(bar, "x");
        assertThat(whisker).hasSize(3);
        assertThat((number(whisker.getFirst(), "x2") - zero) / (number(whisker.getFirst(), "x1") - zero))
                .isCloseTo(3, within(0.01));
    }

    @Test
    void curvesHaveADotAtEachLoadAndALineForEachContender() throws Exception {
        Curves curves =
                Curves.of("Growth", "followers", CPU_MICROS, new TreeMap<>(Map.of(10, figures, 1_000_000, figures)));
        Document plot = parse(LinePlot.of(curves));
        assertThat(texts(plot))
                .contains("Growth", "followers", "CPU µs a delivery", "loop", "Feedmill", "10", "1,000,000");
        assertThat(elements(plot, "polyline")).hasSize(2);
        assertThat(elements(plot, "circle")).hasSize(2 * 2 + 2);
    }

    @Test
    void aCurveOfContendersIsInTheOrderOfTheirLoads() {
        Curves curves = Curves.of(figures, "workers", "Feedmill", new TreeMap<>(Map.of(2, "Feedmill", 1, "loop")));
        assertThat(curves.curves().getFirst().points())
                .extracting(point -> point.load() + ": " + point.stats().median())
                .containsExactly("1: 100.0", "2: 50.0");
    }

    @Test
    void aLongLegendTakesMoreLines() throws Exception {
        List<Curves.Curve> many = IntStream.range(0, 8)
                .mapToObj(i -> new Curves.Curve("a contender with quite a long name " + i, Role.PEER, List.of()))
                .toList();
        Document plot = parse(LinePlot.of(new Curves("Many", "load", CPU_MICROS, many)));
        List<Element> names = elements(plot, "text").stream()
                .filter(text -> text.getTextContent().startsWith("a contender"))
                .toList();
        assertThat(names).hasSize(8).allMatch(name -> number(name, "x") + Svg.width(name.getTextContent()) <= 860);
        assertThat(names)
                .extracting(name -> name.getAttribute("x") + " " + name.getAttribute("y"))
                .doesNotHaveDuplicates();
    }

    private static Series series(String name, Role role, double... figures) {
        return new Series(
                name,
                role,
                DoubleStream.of(figures)
                        .mapToObj(figure -> Sample.of(CPU_MICROS, figure))
                        .toList());
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<Element> elements(Document plot, String name) {
        var nodes = plot.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    private static List<String> texts(Document plot) {
        return elements(plot, "text").stream().map(Element::getTextContent).toList();
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }
}
